/** The failure of a message, as its reader sees it. */
export interface MessageError {
  readonly code: string
  readonly message: string
}

/** A `pending` answer is still in the making. The other two states are final. */
export type MessageState =
  | { readonly tag: 'done' }
  | { readonly tag: 'pending' }
  | { readonly tag: 'failed'; readonly error: MessageError }

interface MessageBase {
  readonly id: string
  readonly conversationId: string
  /** May be empty where the message is its media. */
  readonly content: string
  readonly createdAtMs: number
}

/** A user's message, with the images sent with it. */
export interface UserMessage extends MessageBase {
  readonly role: 'user'
}

/**
 * An answer. Its id is that of the operation, so that one name finds its hold, its charge, its media and its video job.
 */
export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant'
  /** The user's message that it answers, which stands right before it. */
  readonly replyTo: string
  readonly state: MessageState
  /** Micro-tokens charged for it; 0 while it is pending and when it failed. */
  readonly chargedMicro: bigint
}

/** One entry of a conversation. It is written once, except that a pending answer comes to its end once. */
export type Message = UserMessage | AssistantMessage

/** Whether the message is an answer that is still in the making. */
export const isPending = (message: Message): boolean => message.role === 'assistant' && message.state.tag === 'pending'

/** An answer outside a conversation. Only its charge and the response to the caller are stored. */
export type StandaloneMessage = Omit<AssistantMessage, 'conversationId' | 'replyTo'> & { readonly conversationId: null }
