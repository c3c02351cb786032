import type { Either } from 'fp-ts/lib/Either.js'

/** Too many passwords are waiting to be hashed; nothing was done. */
export type HasherBusy = { readonly tag: 'overloaded' }

/**
 * For whom a password is hashed. A known caller has shown something already: a network the account signed in from, a
 * session, the token of a mail. Every other caller is a stranger; strangers never keep known callers waiting.
 */
export type HashingFor = 'known' | 'stranger'

export interface PasswordVerdict {
  readonly matches: boolean
  /** The stored hash was made with weaker parameters than today's. */
  readonly outdated: boolean
}

/**
 * Slow on purpose: takes tens of milliseconds and megabytes, so never inside a transaction. Without `asker` the
 * caller is a stranger.
 */
export interface PasswordHasher {
  hash(password: string, asker?: HashingFor): Promise<Either<HasherBusy, string>>
  /** With no stored hash it does the same work and answers that nothing matches. */
  verify(password: string, stored: string | null, asker?: HashingFor): Promise<Either<HasherBusy, PasswordVerdict>>
}
