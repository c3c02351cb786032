import type { SeenMail, MailState } from '../../../domain/mail/seen-mail.ts'

export interface SeenMailQuery {
  /** Null: every state. */
  readonly state: MailState | null
  /** Only messages to the address that this account has now; null: to any address. */
  readonly accountId: string | null
  /** Only messages queued before this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
}

/** The mail queue as operators look at it. */
export interface MailDesk {
  /** Newest first. */
  page(query: SeenMailQuery): Promise<readonly SeenMail[]>
  /** Reads a message and keeps senders from claiming it until the transaction ends; null: there is none. */
  lock(id: string): Promise<SeenMail | null>
  /** Makes a locked message due at the moment, also one that has ended. */
  requeue(id: string, at: Date): Promise<void>
}
