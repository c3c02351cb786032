import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts'
import { ONE_TIME_PURPOSES } from '../identity/one-time-token.ts'
import type { OneTimePurpose } from '../identity/one-time-token.ts'
import type { User } from '../identity/user.ts'
import type { MailLocale } from './mail-locale.ts'
import { ALERT_KINDS } from './notification-settings.ts'
import type { AlertFacts, AlertKind } from './notification-settings.ts'

/** A notice reports to the owner of an account what was done to it, in case another person did it. It has no link. */
const NOTICE_KINDS = [
  'identity_linked',
  'identity_unlinked',
  'key_created',
  'key_deleted',
  'password_changed',
  'password_reset',
  'account_deleted',
] as const

export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The subject of the notice of a reset that ended all access that may not be the owner's. */
export const ACCESS_ENDED = 'access_ended'

export const MAIL_KINDS = [...ONE_TIME_PURPOSES, ...NOTICE_KINDS, ...ALERT_KINDS] as const

export type MailKind = (typeof MAIL_KINDS)[number]

/** Whether the mail has a link. The link has one token, whose purpose is the kind of the mail. */
export const isLinkMail = (kind: MailKind): kind is OneTimePurpose => ONE_TIME_PURPOSES.some((each) => each === kind)

export const isAlert = (kind: MailKind): kind is AlertKind => ALERT_KINDS.some((each) => each === kind)

/** Both ends belong to it. */
export interface TimeSpan {
  readonly from: Date
  readonly to: Date
}

/** As much as the clocks of processes differ without a fault. */
const CLOCKS_DIFFER_MS = MINUTE_MS

/**
 * The hour in which mails of one kind are counted. What comes later was queued under a clock that was ahead: it would
 * count for as long as that was ahead, and its owner would learn of nothing during that time.
 */
export const countedHour = (nowMs: number): TimeSpan => ({
  from: new Date(nowMs - HOUR_MS),
  to: new Date(nowMs + CLOCKS_DIFFER_MS),
})

/**
 * The most mails of one kind, a notice or an alert, that one address gets in an hour: enough to report a theft, and too
 * few to fill a mailbox.
 */
export const maxMailsPerHour = (user: Pick<User, 'ownerProvenAt'>): number => (user.ownerProvenAt === null ? 3 : 10)

/** A mail to be sent. It names an address; the sender looks up the address's user at the time of sending. */
export interface OutgoingMail {
  readonly id: string
  readonly kind: MailKind
  /** The case-folded address. It may belong to no user. */
  readonly recipient: string
  readonly locale: MailLocale
  /** The subject of a notice: a social provider, an API key in its masked form, or `ACCESS_ENDED`. */
  readonly detail: string | null
  /** What an alert says; null of other mail. */
  readonly facts: AlertFacts | null
  /** Attempts so far, including the one that is running. */
  readonly attempts: number
  readonly createdAt: Date
}

export type MailOutcome =
  | 'sent'
  /** The recipient's server refused it for good. */
  | 'refused'
  /** No server accepted it until the time limit. */
  | 'given_up'
  /** A later mail of the same kind goes to the same address. */
  | 'superseded'
  /** The address belongs to no user, is verified already, or its owner wants no such alerts. */
  | 'needless'

const INITIAL_BACKOFF_MS = 5 * SECOND_MS
const MAX_BACKOFF_MS = 15 * MINUTE_MS

/**
 * No mail waits longer for its next attempt, except by a clock that was set back since. It is twice the longest pause,
 * because a clock that is set back a little has to send nothing early.
 */
export const LONGEST_MAIL_WAIT_MS = 2 * MAX_BACKOFF_MS

const GIVE_UP_MS = 7 * DAY_MS

/**
 * When to try again after a failed attempt. Null: no more attempts. That is decided by the settled clock (ADR 0082),
 * since no clock that is set right later would send the mail.
 */
export const nextAttempt = (
  mail: Pick<OutgoingMail, 'attempts' | 'createdAt'>,
  { nowMs, settledMs }: { readonly nowMs: number; readonly settledMs: number },
): Date | null => {
  if (settledMs - mail.createdAt.getTime() >= GIVE_UP_MS) return null
  const retryDelayMs = INITIAL_BACKOFF_MS * 2 ** Math.min(Math.max(mail.attempts - 1, 0), 20)
  return new Date(nowMs + Math.min(retryDelayMs, MAX_BACKOFF_MS))
}

type Dispatch =
  | { readonly tag: 'send'; readonly user: User }
  | { readonly tag: 'drop'; readonly outcome: Extract<MailOutcome, 'superseded' | 'needless'> }

/**
 * Whether a queued mail is still to be sent. `recipient` is the user who has its address now, `muted` what this user
 * wants no alerts of.
 */
export const decideDispatch = (
  mail: OutgoingMail,
  recipient: User | null,
  isLatest: boolean,
  muted: readonly AlertKind[],
): Dispatch => {
  if (recipient === null) return { tag: 'drop', outcome: 'needless' }
  if (isAlert(mail.kind)) {
    const isWanted = recipient.deactivatedAt === null && recipient.emailVerified && !muted.includes(mail.kind)
    return isWanted ? { tag: 'send', user: recipient } : { tag: 'drop', outcome: 'needless' }
  }
  // A notice is sent even when more has happened since, even after the account was closed.
  if (!isLinkMail(mail.kind)) return { tag: 'send', user: recipient }
  if (recipient.deactivatedAt !== null) return { tag: 'drop', outcome: 'needless' }
  if (mail.kind === 'verify_email' && recipient.emailVerified) return { tag: 'drop', outcome: 'needless' }
  return isLatest ? { tag: 'send', user: recipient } : { tag: 'drop', outcome: 'superseded' }
}
