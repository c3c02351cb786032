import type { Message, MessageError } from '../../domain/conversation/message.ts'

export interface MessageQuery {
  readonly conversationId: string
  /** Only what stands before this message; null: up to the newest. */
  readonly before: string | null
  readonly limit: number
}

/** How a pending message comes to its end. */
export type MessageEnding =
  | { readonly tag: 'done'; readonly chargedMicro: bigint }
  | { readonly tag: 'failed'; readonly error: MessageError }

/** The entries of conversations, in the order in which they were added. */
export interface MessageStore {
  /**
   * All of one conversation, in this order, after everything there is. Whoever adds holds the lock of the
   * conversation; one who does not may be refused with an exception when another adds at the same time.
   */
  add(messages: readonly Message[]): Promise<void>
  find(conversationId: string, id: string): Promise<Message | null>
  /** Ends a pending message; of one that is not pending a broken invariant, which throws. */
  end(id: string, ending: MessageEnding): Promise<void>
  /** The latest of those asked for, the oldest of them first. Null where `before` names no message of it. */
  page(query: MessageQuery): Promise<readonly Message[] | null>
}
