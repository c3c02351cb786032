import type { Either } from 'fp-ts/lib/Either.js'

/** Too many passwords are waiting to be hashed. No work was done. */
export type HasherBusy = { readonly tag: 'overloaded' }

/**
 * Who causes the hashing. A known caller has already shown a network that the account signed in from, a session, or the
 * token of a mail. Every other caller is unknown, and unknown callers never keep known ones waiting.
 */
export type HashingCaller = 'known' | 'unknown'

interface PasswordVerdict {
  readonly matches: boolean
  /** The stored hash was made with weaker parameters than today's. */
  readonly outdated: boolean
}

/**
 * Slow on purpose: it takes tens of milliseconds and megabytes, so never call it inside a transaction. Without `caller`
 * the caller is unknown.
 */
export interface PasswordHasher {
  hash(password: string, caller?: HashingCaller): Promise<Either<HasherBusy, string>>
  /** Without a stored hash it does the same work and answers that the password does not match. */
  verify(password: string, stored: string | null, caller?: HashingCaller): Promise<Either<HasherBusy, PasswordVerdict>>
}
