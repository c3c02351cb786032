import type { MailKind, MailOutcome, OutgoingMail, TimeSpan } from '../../../domain/mail/outgoing-mail.ts'

export type NewMail = Pick<OutgoingMail, 'id' | 'kind' | 'recipient' | 'locale' | 'createdAt'> &
  Partial<Pick<OutgoingMail, 'detail' | 'facts'>>

/** A pause that begins now, by the clock of the caller. */
interface MailPause {
  readonly at: Date
  readonly until: Date
}

/** What is claimed is due again behind the pause if its process dies. */
interface MailClaim extends MailPause {
  readonly limit: number
}

type ClaimedMail = Pick<OutgoingMail, 'id' | 'attempts'>

/**
 * Mail that waits to be sent. Queue it in the transaction of its cause, so that neither exists without the other.
 * Nothing stored here opens an account. A caller whose clock is ahead of the database's gets nothing before it is due,
 * and no pause of it is longer than it means. One that is longer than LONGEST_MAIL_WAIT_MS ends with the next claim.
 */
export interface MailQueue {
  /** Due at once. Does the same work whether or not the address belongs to a user. */
  enqueue(mail: NewMail): Promise<void>
  /** Mail that is due, oldest first. Of any number of callers each mail goes to one. Counts the attempt. */
  claim(claim: MailClaim): Promise<readonly OutgoingMail[]>
  /** When the oldest waiting mail became due; in the future if all waiting mail is claimed. Null if none waits. */
  oldestDue(): Promise<Date | null>
  /** Mail of the kind that was queued for the address within the span; counts no further than `most`. */
  countWithin(span: TimeSpan, recipient: string, kind: MailKind, most: number): Promise<number>
  /**
   * Whether no later mail of its kind goes to its address. Mail of a time after `at` was queued under a clock that was
   * ahead, and is not known to be later.
   */
  isLatest(mail: Pick<OutgoingMail, 'id' | 'kind' | 'recipient'>, at: Date): Promise<boolean>
  /** Ends a mail. Does nothing where it has ended, or was claimed again since `attempts`. */
  end(mail: ClaimedMail, outcome: MailOutcome, at: Date, error: string | null): Promise<void>
  /** Lets a mail wait, under the same condition. */
  postpone(mail: ClaimedMail, pause: MailPause, error: string): Promise<void>
  /** Deletes at most `limit` mails that ended before the moment. Returns their number. */
  prune(endedBefore: Date, limit: number): Promise<number>
}
