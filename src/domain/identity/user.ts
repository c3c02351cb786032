import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from './email-address.ts'

/** Someone who may log in, and whom wallets, keys and limits belong to. */
export interface User {
  readonly id: string
  readonly email: string
  /** Compared instead of `email`; no two users share it. */
  readonly emailFolded: string
  readonly emailVerified: boolean
  /**
   * Everything that opens the account and is older than this belongs to the owner of its mailbox. Null while the
   * account belongs to the person who opened it, who may be a stranger to the mailbox.
   */
  readonly ownerProvenAt: Date | null
  readonly displayName: string | null
  /** Null for people who only ever came through a social provider. */
  readonly passwordHash: string | null
  /** Null while the account is in use. */
  readonly deactivatedAt: Date | null
  /** Overrides the installation's gateway requests a minute. */
  readonly rateLimitPerMinute: number | null
  readonly createdAt: Date
}

export const emailOf = (user: Pick<User, 'email' | 'emailFolded'>): EmailAddress => ({
  address: user.email,
  folded: user.emailFolded,
})

export type InvalidCredentials = { readonly tag: 'invalid_credentials' }

/** The password that a signed-in user gave to prove who they are is not theirs. */
export type InvalidCurrentPassword = { readonly tag: 'invalid_current_password' }

/** Lets a user in, or refuses in a way that does not tell which of the reasons it was. */
export const admitUser = (user: User | null, passwordMatches: boolean): Either<InvalidCredentials, User> =>
  user !== null && user.deactivatedAt === null && user.passwordHash !== null && passwordMatches
    ? right(user)
    : left({ tag: 'invalid_credentials' })

/**
 * The address an account gets when its own is given free. Nobody can register it: `.invalid` receives no mail
 * (RFC 2606), and the id is the account's own.
 */
export const freedAddress = (userId: string): string => `${userId}@freed.invalid`
