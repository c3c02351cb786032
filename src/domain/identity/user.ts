import { type Either, left, right } from 'fp-ts/lib/Either.js'

/** Someone who may log in, and whom wallets, keys and limits belong to. */
export interface User {
  readonly id: string
  readonly email: string
  /** Compared instead of `email`; no two users share it. */
  readonly emailFolded: string
  readonly emailVerified: boolean
  readonly displayName: string | null
  /** Null for people who only ever came through a social provider. */
  readonly passwordHash: string | null
  /** Null while the account is in use. */
  readonly deactivatedAt: Date | null
  /** Overrides the installation's gateway requests a minute. */
  readonly rateLimitPerMinute: number | null
  readonly createdAt: Date
}

export type InvalidCredentials = { readonly tag: 'invalid_credentials' }

/** Lets a user in, or refuses in a way that does not tell which of the reasons it was. */
export const admitUser = (user: User | null, passwordMatches: boolean): Either<InvalidCredentials, User> =>
  user !== null && user.deactivatedAt === null && user.passwordHash !== null && passwordMatches
    ? right(user)
    : left({ tag: 'invalid_credentials' })
