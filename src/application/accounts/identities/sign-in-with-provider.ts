import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { decideSocialSignIn } from '../../../domain/identity/social-identity.ts'
import type {
  SocialIdentity,
  SocialProvider,
  SocialRefusal,
  SocialSignIn,
} from '../../../domain/identity/social-identity.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdentityFailure, IdentityProviders, ProviderToken } from '../../ports/accounts/identity-provider.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { createAccount } from '../registration/create-account.ts'
import type { CreateAccountDeps } from '../registration/create-account.ts'
import { dropAccess } from '../sessions/drop-access.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { OpenSession, TokenPair } from '../sessions/open-session.ts'
import type { Registration, RegistrationClosed } from '../registration/self-register.ts'
import { consumeToken } from './consume-token.ts'

interface SignInWithProviderDeps extends CreateAccountDeps {
  readonly identityProviders: IdentityProviders
  readonly unitOfWork: UnitOfWork
  readonly openSession: OpenSession
  readonly invalidation: Invalidation
  readonly clock: Clock
  readonly registration: Registration
}

export interface SignInWithProviderInput {
  readonly provider: SocialProvider
  readonly token: ProviderToken
  readonly userAgent: string | null
  /** The language of the mail that the sign-in causes. */
  readonly locale: MailLocale
  readonly clientAddress: string
}

/** The provider is not configured. */
export interface ProviderNotOffered {
  readonly tag: 'not_found'
  readonly message: string
}

export const PROVIDER_NOT_OFFERED: ProviderNotOffered = {
  tag: 'not_found',
  message: 'Sign-in with this provider is not offered here.',
}

type SignInWithProviderFailure = ProviderNotOffered | IdentityFailure | SocialRefusal | RegistrationClosed
export type SignInWithProvider = (
  input: SignInWithProviderInput,
) => Promise<Either<SignInWithProviderFailure, TokenPair>>

type Refusal = SocialRefusal | RegistrationClosed | IdentityFailure

/** Another call wrote the same person or address first. A second look finds the row that it wrote. */
type Raced = { readonly tag: 'raced' }

const MAX_ATTEMPTS = 4

/**
 * Opens a session for a person whom a provider identifies. It creates the account or links it where the rules allow.
 */
export const signInWithProvider =
  (deps: SignInWithProviderDeps): SignInWithProvider =>
  async ({ provider, token, userAgent, locale, clientAddress }) => {
    const identity = await deps.identityProviders[provider]?.identify(token)
    if (identity === undefined) return left(PROVIDER_NOT_OFFERED)
    if (isLeft(identity)) return identity
    const userId = await enter(deps, identity.right, locale, MAX_ATTEMPTS)
    if (isLeft(userId)) return userId
    const { provider: by, subject } = identity.right
    // The owner of the mailbox may have taken the account over since then: in that case the identity is gone.
    return deps.openSession({
      userId: userId.right,
      userAgent,
      clientAddress,
      stillProven: async (user, { identities }) => (await identities.find(by, subject))?.userId === user.id,
    })
  }

const enter = async (
  deps: SignInWithProviderDeps,
  identity: SocialIdentity,
  locale: MailLocale,
  attemptsLeft: number,
): Promise<Either<Refusal, string>> => {
  const entered = await deps.unitOfWork.transact<Refusal | Raced, Entered>(async (stores) => {
    const decision = await decide(stores, identity)
    if (isLeft(decision)) return decision
    const outcome = await applyDecision(deps, stores, identity, decision.right, locale)
    if (isLeft(outcome)) return outcome
    const used = await consumeToken(stores, identity, outcome.right.userId, new Date(deps.clock.now()))
    return isLeft(used) ? used : outcome
  })
  if (isLeft(entered)) {
    if (entered.left.tag !== 'raced') return left(entered.left)
    if (attemptsLeft <= 1) throw new Error('a social sign-in lost one race after another')
    return enter(deps, identity, locale, attemptsLeft - 1)
  }
  const { userId, claimed } = entered.right
  if (claimed) await deps.invalidation.announce({ tag: 'user', id: userId })
  return right(userId)
}

const decide = async (
  { users, identities }: Pick<Stores, 'users' | 'identities'>,
  identity: SocialIdentity,
): Promise<Either<SocialRefusal, SocialSignIn>> => {
  const linked = await identities.find(identity.provider, identity.subject)
  if (linked !== null) return decideSocialSignIn(identity, await users.lock(linked.userId), null)
  const { email } = identity
  const found = email === null ? null : await users.findByEmail(email.folded)
  return decideSocialSignIn(identity, null, found === null ? null : await users.lock(found.id))
}

interface Entered {
  readonly userId: string
  readonly claimed: boolean
}

const applyDecision = async (
  deps: SignInWithProviderDeps,
  stores: Transaction,
  { provider, subject, displayName }: SocialIdentity,
  decision: SocialSignIn,
  locale: MailLocale,
): Promise<Either<Raced | RegistrationClosed, Entered>> => {
  if (decision.tag === 'create' && deps.registration === 'closed') return left({ tag: 'registration_closed' })
  if (decision.tag === 'sign_in') return right({ userId: decision.userId, claimed: false })
  const at = new Date(deps.clock.now())
  const userId = decision.tag === 'create' ? deps.ids.next() : decision.userId
  if (decision.tag === 'create') {
    const { email, emailVerified } = decision
    const ownerProvenAt = emailVerified ? at : null
    const address = { email: email.address, emailFolded: email.folded, emailVerified, ownerProvenAt }
    const user = { id: userId, ...address, displayName, passwordHash: null, createdAt: at }
    if (!(await createAccount(deps, stores, user, locale))) return left({ tag: 'raced' })
  }
  if (decision.tag === 'claim') {
    await dropAccess(stores, { userId, at, since: null, passwordHash: null, reason: 'account_claimed' })
  }
  if (!(await stores.identities.add({ provider, subject, userId }, at))) return left({ tag: 'raced' })
  const owner = decision.tag === 'create' ? null : await stores.users.find(userId)
  if (owner !== null) await notifyOwner(deps, stores, owner, { kind: 'identity_linked', detail: provider, locale })
  return right({ userId, claimed: decision.tag === 'claim' })
}
