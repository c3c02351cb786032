import type { Message, MessageError } from '../../../domain/conversation/message.ts'

export interface MessageQuery {
  readonly conversationId: string
  /** Only messages before this one; null: up to the newest. */
  readonly before: string | null
  readonly limit: number
}

/** How a pending message comes to its end. */
type MessageEnding =
  | { readonly tag: 'done'; readonly chargedMicro: bigint }
  | { readonly tag: 'failed'; readonly error: MessageError }

/** The messages of conversations, in the order in which they were added. */
export interface MessageStore {
  /**
   * Adds messages of one conversation, in this order, after all earlier ones. The caller should hold the lock of the
   * conversation; without it, a concurrent `add` may make this one throw.
   */
  add(messages: readonly Message[]): Promise<void>
  find(conversationId: string, id: string): Promise<Message | null>
  /** Ends a pending message. For any other message it throws, because that is a fault of the program. */
  end(id: string, ending: MessageEnding): Promise<void>
  /** Deletes all messages of a conversation, and returns their ids. One that is being ended is waited for. */
  removeAll(conversationId: string): Promise<readonly string[]>
  /** The newest messages of the query, oldest first. Null where `before` names no message of the conversation. */
  page(query: MessageQuery): Promise<readonly Message[] | null>
}
