import type { Conversation } from '../../domain/conversation/conversation.ts'

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

/** Threads, each of one user: somebody else's looks like none. */
export interface ConversationStore {
  /** An id that is taken is a broken invariant and throws. */
  add(conversation: Conversation): Promise<void>
  find(userId: string, id: string): Promise<Conversation | null>
  /** Reads it and keeps it from every other writer until the unit of work ends. */
  lock(userId: string, id: string): Promise<Conversation | null>
  /** Answers it as it then is, null where there is none. */
  rename(userId: string, id: string, title: string): Promise<Conversation | null>
  /** Null takes it out of the archive. What is archived already keeps its time. */
  archive(userId: string, id: string, atMs: number | null): Promise<Conversation | null>
  /** Notes that it gained a message then. Never goes back in time. */
  touch(id: string, atMs: number): Promise<void>
  /** The most recently active first. No page costs twice what the first does. */
  page(query: ConversationQuery): Promise<ConversationPage>
}
