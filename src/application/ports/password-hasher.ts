import type { Either } from 'fp-ts/lib/Either.js'

/** Too many passwords are waiting to be hashed; nothing was done. */
export type HasherBusy = { readonly tag: 'overloaded' }

export interface PasswordVerdict {
  readonly matches: boolean
  /** The stored hash was made with weaker parameters than today's. */
  readonly outdated: boolean
}

/** Slow on purpose: takes tens of milliseconds and megabytes, so never inside a transaction. */
export interface PasswordHasher {
  hash(password: string): Promise<Either<HasherBusy, string>>
  /** With no stored hash it does the same work and answers that nothing matches. */
  verify(password: string, stored: string | null): Promise<Either<HasherBusy, PasswordVerdict>>
}
