import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from './email-address.ts'

/** A person who may sign in. Wallets, keys and limits belong to a user. */
export interface User {
  readonly id: string
  readonly email: string
  /** The form that is compared instead of `email`. It is unique among users. */
  readonly emailFolded: string
  readonly emailVerified: boolean
  /**
   * The owner of the mailbox was proven at this moment: every session, key and password older than it belongs to that
   * owner. Null while the account belongs to the person who opened it, who may not own the mailbox.
   */
  readonly ownerProvenAt: Date | null
  readonly displayName: string | null
  /** Null for a user who has only signed in through a social provider. */
  readonly passwordHash: string | null
  /** Null while the account is in use. */
  readonly deactivatedAt: Date | null
  /** Overrides the installation's gateway requests per minute. */
  readonly rateLimitPerMinute: number | null
  readonly createdAt: Date
  /** From this moment on the account has the role of an operator. Null: it has not. */
  readonly operatorSince: Date | null
}

export const emailOf = (user: Pick<User, 'email' | 'emailFolded'>): EmailAddress => ({
  address: user.email,
  folded: user.emailFolded,
})

export type InvalidCredentials = { readonly tag: 'invalid_credentials' }

/** The password that a signed-in user gave as proof of identity does not match. */
export type InvalidCurrentPassword = { readonly tag: 'invalid_current_password' }

/** Admits a user, or refuses. The failure does not reveal which of the reasons it was. */
export const admitUser = (user: User | null, passwordMatches: boolean): Either<InvalidCredentials, User> =>
  user !== null && user.deactivatedAt === null && user.passwordHash !== null && passwordMatches
    ? right(user)
    : left({ tag: 'invalid_credentials' })

/**
 * The address that an account gets when its own is freed. No user can register it: `.invalid` receives no mail (RFC
 * 2606), and the account's own id makes it unique.
 */
export const freedEmail = (userId: string): string => `${userId}@freed.invalid`
