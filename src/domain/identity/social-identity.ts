import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from './email-address.ts'
import type { InvalidCredentials, User } from './user.ts'

/** In the order in which they are listed. */
export const SOCIAL_PROVIDERS = ['google', 'yandex'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** What a provider says of somebody it let in. */
export interface SocialIdentity {
  readonly provider: SocialProvider
  /** The provider's own name of the person, which never changes hands. */
  readonly subject: string
  readonly email: EmailAddress | null
  /** Whether the provider answers for it that the person reads this mailbox. */
  readonly emailVouched: boolean
  readonly displayName: string | null
}

export type SocialSignIn =
  | { readonly tag: 'sign_in'; readonly userId: string }
  /** The account of the same, verified address becomes theirs to enter this way too. */
  | { readonly tag: 'link'; readonly userId: string }
  /** The same, but whoever opened the account never proved the address: what they left behind goes first. */
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
  return enter(byAddress, byAddress.emailVerified ? 'link' : 'claim')
}

const enter = (user: User, tag: 'sign_in' | 'link' | 'claim'): Either<SocialRefusal, SocialSignIn> =>
  user.deactivatedAt === null ? right({ tag, userId: user.id }) : left({ tag: 'invalid_credentials' })
