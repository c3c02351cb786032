import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from './email-address.ts'
import type { InvalidCredentials, User } from './user.ts'

/** In the order in which the API lists them. */
const SOCIAL_PROVIDERS = ['google', 'yandex'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** Names a token that its provider made for one sign-in only. */
export interface SingleUseToken {
  /** SHA-256 of the part that the provider signed, in hexadecimal. */
  readonly hash: string
  readonly expiresAt: Date
}

/** What a provider states about a person who signed in there. */
export interface SocialIdentity {
  readonly provider: SocialProvider
  /** The provider's own id of the person. It never passes to another person. */
  readonly subject: string
  readonly email: EmailAddress | null
  /** Whether the provider guarantees that the person reads this mailbox. */
  readonly emailVouched: boolean
  readonly displayName: string | null
  /** Null for a token that its provider allows to be used many times. */
  readonly singleUse: SingleUseToken | null
}

export type SocialSignIn =
  | { readonly tag: 'sign_in'; readonly userId: string }
  /**
   * The account has the same address, and its owner is known to own the mailbox: the person may sign in this way too.
   */
  | { readonly tag: 'link'; readonly userId: string }
  /** As `link`, but the account may belong to a person who does not read that mailbox: all other access to it ends. */
  | { readonly tag: 'claim'; readonly userId: string }
  | { readonly tag: 'create'; readonly email: EmailAddress; readonly emailVerified: boolean }

type EmailRequired = { readonly tag: 'email_required' }
type LinkRequired = { readonly tag: 'link_required' }
export type SocialRefusal = InvalidCredentials | EmailRequired | LinkRequired

/**
 * Decides which account a person enters who signs in through a provider. The provider's subject decides where it is
 * known. The e-mail address decides only if the provider guarantees it.
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

/** The first successful sign-in with a single-use token. */
export interface FirstUse {
  readonly userId: string
  readonly at: Date
}

/** Milliseconds in which a client whose response got lost may present its token again (contract 4). */
const REPEAT_MS = 10_000

/** Whether a token that first signed in `first.userId` may sign in `userId` at `at`. */
export const mayReuseToken = (first: FirstUse, userId: string, at: Date): boolean =>
  first.userId === userId && at.getTime() - first.at.getTime() <= REPEAT_MS

/** Without this provider no way into the account would be left. */
export type LastSignInMethod = { readonly tag: 'last_way_in' }

/** Whether a way into the account is left after this provider is unlinked. */
export const checkSignInMethodLeft = (
  { passwordHash }: Pick<User, 'passwordHash'>,
  linked: readonly SocialProvider[],
  provider: SocialProvider,
): Either<LastSignInMethod, null> =>
  passwordHash !== null || linked.some((other) => other !== provider) ? right(null) : left({ tag: 'last_way_in' })

const enter = (user: User, tag: 'sign_in' | 'link' | 'claim'): Either<SocialRefusal, SocialSignIn> =>
  user.deactivatedAt === null ? right({ tag, userId: user.id }) : left({ tag: 'invalid_credentials' })
