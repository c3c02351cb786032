/** What went wrong with a message, for its reader. */
export interface MessageError {
  readonly code: string
  readonly message: string
}

/** `pending` is an answer that is still being made; the other two are final. */
export type MessageState =
  | { readonly tag: 'done' }
  | { readonly tag: 'pending' }
  | { readonly tag: 'failed'; readonly error: MessageError }

interface MessageFacts {
  readonly id: string
  readonly conversationId: string
  /** May be empty where the message is its media. */
  readonly content: string
  readonly createdAtMs: number
}

/** What a user wrote, with the pictures that went with it. */
export interface UserMessage extends MessageFacts {
  readonly role: 'user'
}

/**
 * What was made for a user. Its id is that of the operation, so that its hold, its charge, its media and the
 * film job it may wait for are all found by one name.
 */
export interface AssistantMessage extends MessageFacts {
  readonly role: 'assistant'
  /** The user's message that it answers; it stands right before it. */
  readonly replyTo: string
  readonly state: MessageState
  /** Micro-tokens taken for it; 0 while it is pending and when it failed. */
  readonly chargedMicro: bigint
}

/** One entry of a conversation. Written whole, except that a pending one comes to its end once. */
export type Message = UserMessage | AssistantMessage

/** An answer outside of any conversation: all that is kept of it is its charge and what its caller was told. */
export type LooseAnswer = Omit<AssistantMessage, 'conversationId' | 'replyTo'> & { readonly conversationId: null }
