import type { OneTimePurpose } from '../identity/one-time-token.ts'
import type { User } from '../identity/user.ts'
import type { MailLocale } from './mail-locale.ts'

/** Tells the owner of an account what was done to it, in case a thief did it. Carries no link. */
export type NoticeKind =
  | 'identity_linked'
  | 'identity_unlinked'
  | 'key_created'
  | 'key_deleted'
  | 'password_changed'
  | 'password_reset'
  | 'account_deleted'

/** A mail of a one-time purpose carries one link, and the link one token of this purpose. */
export type MailKind = OneTimePurpose | NoticeKind

export const isLinkMail = (kind: MailKind): kind is OneTimePurpose =>
  kind === 'verify_email' || kind === 'reset_password'

/** Notices of one kind that one address gets in an hour: enough to learn of a theft, too few to bury a mailbox. */
export const mostNoticesAnHour = (user: Pick<User, 'ownerProvenAt'>): number => (user.ownerProvenAt === null ? 3 : 10)

/** A mail that is to be sent. It names an address; whose that is, is looked up when it is sent. */
export interface OutgoingMail {
  readonly id: string
  readonly kind: MailKind
  /** The case-folded address. Nobody may have it. */
  readonly recipient: string
  readonly locale: MailLocale
  /** What a notice is about: a provider, or a key as its owner sees it. */
  readonly detail: string | null
  /** Attempts begun, with the one under way. */
  readonly attempts: number
  readonly createdAt: Date
}

export type MailOutcome =
  | 'sent'
  /** The recipient's server will never take it. */
  | 'refused'
  /** Nobody took it in all this time. */
  | 'given_up'
  /** A later mail of the same kind goes to the same address. */
  | 'superseded'
  /** Nobody has the address, or the address is verified already. */
  | 'needless'

const SECOND_MS = 1_000
const FIRST_PAUSE_MS = 5 * SECOND_MS
const LONGEST_PAUSE_MS = 15 * 60 * SECOND_MS
const GIVE_UP_MS = 7 * 24 * 60 * 60 * SECOND_MS

/** When to try again after a failed attempt; null: not any more. */
export const nextAttempt = (mail: Pick<OutgoingMail, 'attempts' | 'createdAt'>, nowMs: number): Date | null => {
  if (nowMs - mail.createdAt.getTime() >= GIVE_UP_MS) return null
  const pauseMs = FIRST_PAUSE_MS * 2 ** Math.min(Math.max(mail.attempts - 1, 0), 20)
  return new Date(nowMs + Math.min(pauseMs, LONGEST_PAUSE_MS))
}

export type Dispatch =
  | { readonly tag: 'send'; readonly user: User }
  | { readonly tag: 'drop'; readonly outcome: Extract<MailOutcome, 'superseded' | 'needless'> }

/** Whether a queued mail still makes sense. `recipient` is who has its address now. */
export const decideDispatch = (mail: OutgoingMail, recipient: User | null, isLatest: boolean): Dispatch => {
  if (recipient === null) return { tag: 'drop', outcome: 'needless' }
  // What happened is worth telling even when more happened since, up to the end of the account.
  if (!isLinkMail(mail.kind)) return { tag: 'send', user: recipient }
  if (recipient.deactivatedAt !== null) return { tag: 'drop', outcome: 'needless' }
  if (mail.kind === 'verify_email' && recipient.emailVerified) return { tag: 'drop', outcome: 'needless' }
  return isLatest ? { tag: 'send', user: recipient } : { tag: 'drop', outcome: 'superseded' }
}
