import { HOUR_MS } from '../time-units.ts'

/** What the link of a mail does when its reader follows it. */
export const ONE_TIME_PURPOSES = ['verify_email', 'reset_password'] as const

export type OneTimePurpose = (typeof ONE_TIME_PURPOSES)[number]

/** SHA-256 of a one-time token, in hexadecimal. */
export type OneTimeHash = string

/** A proof, sent by mail, that its bearer reads the user's mailbox. */
export interface OneTimeToken {
  readonly hash: OneTimeHash
  readonly purpose: OneTimePurpose
  readonly userId: string
  readonly expiresAt: Date
}

const LIFE_MS: Readonly<Record<OneTimePurpose, number>> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

/**
 * How many links of one purpose an account has at once; a new link voids the oldest one beyond that. More links than
 * mails can be requested while a reset link is valid, so that another person who requests again and again does not void
 * the owner's own link.
 */
export const MAX_LIVE_LINKS = 64

/** Whole hours for which a token of this purpose is valid, counted from the moment its mail is sent. */
export const lifeHours = (purpose: OneTimePurpose): number => LIFE_MS[purpose] / HOUR_MS

export const expiryOf = (purpose: OneTimePurpose, nowMs: number): Date => new Date(nowMs + LIFE_MS[purpose])

/** The token is unknown, used or expired, or its account is closed. */
export type InvalidToken = { readonly tag: 'invalid_token' }
