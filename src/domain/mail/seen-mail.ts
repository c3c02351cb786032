import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { MailKind, MailOutcome } from './outgoing-mail.ts'

/** `failed`: refused or given up. `dropped`: there was no more need to send it. */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const

export type MailState = (typeof MAIL_STATES)[number]

/** A mail of the queue as operators see it: what became of it, and never what it says. */
export interface SeenMail {
  readonly id: string
  readonly kind: MailKind
  /** The case-folded address. */
  readonly recipient: string
  /** The account that has this address now; null if none has. */
  readonly accountId: string | null
  readonly attempts: number
  readonly createdAt: Date
  readonly nextAttemptAt: Date
  /** Until when a sender has it for itself; null if none has. */
  readonly claimedUntil: Date | null
  readonly endedAt: Date | null
  readonly outcome: MailOutcome | null
  readonly lastError: string | null
}

type Standing = Pick<SeenMail, 'claimedUntil' | 'outcome'>

/** The state of a mail that has come to this outcome. */
const STATE_OF: Readonly<Record<MailOutcome, MailState>> = {
  sent: 'sent',
  refused: 'failed',
  given_up: 'failed',
  superseded: 'dropped',
  needless: 'dropped',
}

export const mailState = ({ outcome }: Pick<SeenMail, 'outcome'>): MailState =>
  outcome === null ? 'waiting' : STATE_OF[outcome]

/** Whether a sender has it at the moment. */
export const isClaimed = ({ claimedUntil, outcome }: Standing, nowMs: number): boolean =>
  outcome === null && claimedUntil !== null && claimedUntil.getTime() > nowMs

/** `mail_claimed`: a sender has it now. `mail_ended`: there is nothing left to do for it. */
export type MailRefusal = { readonly tag: 'mail_claimed' } | { readonly tag: 'mail_ended' }

/** Whether it may be sent at once: while it waits, and again after it failed. */
export const mayRetry = (mail: Standing, nowMs: number): Either<MailRefusal, null> => {
  if (isClaimed(mail, nowMs)) return left({ tag: 'mail_claimed' })
  const state = mailState(mail)
  return state === 'waiting' || state === 'failed' ? right(null) : left({ tag: 'mail_ended' })
}

/** Whether it may be given up: only while it waits. */
export const mayGiveUp = (mail: Standing, nowMs: number): Either<MailRefusal, null> => {
  if (isClaimed(mail, nowMs)) return left({ tag: 'mail_claimed' })
  return mailState(mail) === 'waiting' ? right(null) : left({ tag: 'mail_ended' })
}

/** The first character of an address and its domain: enough to recognise it, too little to write to it. */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  const first = String.fromCodePoint(address.codePointAt(0) ?? 0)
  return at < 1 ? '…' : `${first}…${address.slice(at)}`
}

/** Links, and texts as long as a token: what a mail server quotes of a message in its reply could open an account. */
const SECRET = /https?:\/\/\S+|[\w-]{40,}/gi

/** The reply of a mail server without what it may have quoted from the message. */
export const withoutLinks = (reply: string): string => reply.replaceAll(SECRET, '…')
