import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from './email-address.ts'
import type { InvalidCredentials, User } from './user.ts'

/** In the order in which they are listed. */
export const SOCIAL_PROVIDERS = ['google', 'yandex'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** Names a token that its provider made for one sign-in alone. */
export interface SingleUse {
  /** SHA-256 of what the provider signed, in hexadecimal. */
  readonly hash: string
  readonly expiresAt: Date
}

/** What a provider says of somebody it let in. */
export interface SocialIdentity {
  readonly provider: SocialProvider
  /** The provider's own name of the person, which never changes hands. */
  readonly subject: string
  readonly email: EmailAddress | null
  /** Whether the provider answers for it that the person reads this mailbox. */
  readonly emailVouched: boolean
  readonly displayName: string | null
  /** Null for a token that its provider lets be used as often as one likes. */
  readonly singleUse: SingleUse | null
}

export type SocialSignIn =
  | { readonly tag: 'sign_in'; readonly userId: string }
  /** The account of the same address, which is known to be its mailbox's owner's, may be entered this way too. */
  | { readonly tag: 'link'; readonly userId: string }
  /** The same, but the account may belong to a person who does not read that mailbox: all other access ends. */
  | { readonly tag: 'claim'; readonly userId: string }
  | { readonly tag: 'create'; readonly email: EmailAddress; readonly emailVerified: boolean }

export type EmailRequired = { readonly tag: 'email_required' }
export type LinkRequired = { readonly tag: 'link_required' }
export type SocialRefusal = InvalidCredentials | EmailRequired | LinkRequired

/**
 * Whose account somebody enters who comes through a provider. The subject decides where it is known; the address
 * decides only if the provider vouches for it.
 */
export const decideSocialSignIn = (
  identity: SocialIdentity,
  bySubject: User | null,
  byAddress: User | null,
): Either<SocialRefusal, SocialSignIn> => {
  if (bySubject !== null) return enter(bySubject, 'sign_in')
  const { email, emailVouched } = identity
  if (email === null) return left({ tag: 'email_required' })
  if (byAddress === null) return right({ tag: 'create', email, emailVerified: emailVouched })
  if (!emailVouched) return left({ tag: 'link_required' })
  return enter(byAddress, byAddress.ownerProvenAt === null ? 'claim' : 'link')
}

/** The first success of a single-use token. */
export interface FirstUse {
  readonly userId: string
  readonly at: Date
}

/** A client whose answer got lost may present its token again this long (contract 4). */
const REPEAT_MS = 10_000

/** Whether a token that first let `first.userId` in may let `userId` in at `at`. */
export const mayUseAgain = (first: FirstUse, userId: string, at: Date): boolean =>
  first.userId === userId && at.getTime() - first.at.getTime() <= REPEAT_MS

/** Without this provider no way into the account is left. */
export type LastWayIn = { readonly tag: 'last_way_in' }

/** Whether a way into the account is left once this provider is none. */
export const checkWayInLeft = (
  { passwordHash }: Pick<User, 'passwordHash'>,
  linked: readonly SocialProvider[],
  provider: SocialProvider,
): Either<LastWayIn, null> =>
  passwordHash !== null || linked.some((other) => other !== provider) ? right(null) : left({ tag: 'last_way_in' })

const enter = (user: User, tag: 'sign_in' | 'link' | 'claim'): Either<SocialRefusal, SocialSignIn> =>
  user.deactivatedAt === null ? right({ tag, userId: user.id }) : left({ tag: 'invalid_credentials' })
