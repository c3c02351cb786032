/** What following the link of a mail does. */
export type OneTimePurpose = 'verify_email' | 'reset_password'

/** SHA-256 of a one-time token, in hexadecimal. */
export type OneTimeHash = string

/** A proof, sent by mail, that its bearer reads the mailbox of the user. */
export interface OneTimeToken {
  readonly hash: OneTimeHash
  readonly purpose: OneTimePurpose
  readonly userId: string
  /** The mail that carries it: attempts to send one mail may each carry a token of their own. */
  readonly mailId: string
  readonly expiresAt: Date
}

const HOUR_MS = 60 * 60 * 1000

const LIFE_MS: Readonly<Record<OneTimePurpose, number>> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS }

/** Whole hours a token of this purpose is good for, counted from when its mail is sent. */
export const lifeHours = (purpose: OneTimePurpose): number => LIFE_MS[purpose] / HOUR_MS

export const expiryOf = (purpose: OneTimePurpose, nowMs: number): Date => new Date(nowMs + LIFE_MS[purpose])

/** Unknown, used, replaced by a newer one, expired, or of an account that is closed. */
export type InvalidToken = { readonly tag: 'invalid_token' }
