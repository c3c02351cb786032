/** What following the link of a mail does. */
export type OneTimePurpose = 'verify_email' | 'reset_password'

/** SHA-256 of a one-time token, in hexadecimal. */
export type OneTimeHash = string

/** A proof, sent by mail, that its bearer reads the mailbox of the user. */
export interface OneTimeToken {
  readonly hash: OneTimeHash
  readonly purpose: OneTimePurpose
  readonly userId: string
  readonly expiresAt: Date
}

const HOUR_MS = 60 * 60 * 1000

const LIFE_MS: Readonly<Record<OneTimePurpose, number>> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

/**
 * Links of one purpose that an account has at once; past it the oldest gives way. Above the letters that may be asked
 * for while a link to reset lives, so that a stranger who asks again and again does not void the owner's own link.
 */
export const MOST_LIVE_LINKS = 64

/** Whole hours a token of this purpose is good for, counted from when its mail is sent. */
export const lifeHours = (purpose: OneTimePurpose): number => LIFE_MS[purpose] / HOUR_MS

export const expiryOf = (purpose: OneTimePurpose, nowMs: number): Date => new Date(nowMs + LIFE_MS[purpose])

/** Unknown, used, expired, or of an account that is closed. */
export type InvalidToken = { readonly tag: 'invalid_token' }
