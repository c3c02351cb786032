import type { Conversation } from '../../../domain/conversation/conversation.ts'

export interface ConversationQuery {
  readonly userId: string
  /** False leaves out what is archived. */
  readonly withArchived: boolean
  readonly limit: number
  readonly offset: number
}

export interface ConversationPage {
  readonly conversations: readonly Conversation[]
  /** How many there are in all. */
  readonly total: number
}

/** Conversations, each of one user. To every method that of another user does not exist. */
export interface ConversationStore {
  /** An id that is taken is a broken invariant and throws. */
  add(conversation: Conversation): Promise<void>
  find(userId: string, id: string): Promise<Conversation | null>
  /** Reads the conversation and locks it until the unit of work ends. */
  lock(userId: string, id: string): Promise<Conversation | null>
  /** Returns the renamed conversation. Null if there is none. */
  rename(userId: string, id: string, title: string): Promise<Conversation | null>
  /** Null takes it out of the archive. An archived conversation keeps its first time. */
  archive(userId: string, id: string, atMs: number | null): Promise<Conversation | null>
  /** Deletes a conversation without messages. False where there is none. */
  remove(userId: string, id: string): Promise<boolean>
  /** Notes the time of a new message. The time never goes back. */
  touch(id: string, atMs: number): Promise<void>
  /** How many conversations a user has, archived ones among them. */
  count(userId: string): Promise<number>
  /** The most recently active first. A later page never costs more than twice the first. */
  page(query: ConversationQuery): Promise<ConversationPage>
}
