import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Unauthenticated } from '../../../domain/identity/signed-token.ts'
import { normalPassword } from '../../../domain/identity/password-policy.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import type { SocialIdentity, SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { InvalidCurrentPassword } from '../../../domain/identity/user.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdentityFailure, IdentityProviders, ProviderToken } from '../../ports/accounts/identity-provider.ts'
import type { HasherBusy, PasswordHasher } from '../../ports/accounts/password-hasher.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import { PROVIDER_NOT_OFFERED } from './sign-in-with-provider.ts'
import type { ProviderNotOffered } from './sign-in-with-provider.ts'
import { consumeToken } from './consume-token.ts'
import { isSessionOpen } from '../sessions/is-session-open.ts'

interface ReauthenticateDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly passwords: Pick<PasswordHasher, 'verify'>
  readonly identityProviders: IdentityProviders
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
}

export type Proof =
  | { readonly tag: 'password'; readonly password: string }
  | { readonly tag: 'social'; readonly provider: SocialProvider; readonly token: ProviderToken }

interface ReauthenticateInput {
  readonly caller: SessionPrincipal
  readonly proof: Proof
}

type ReauthenticateFailure =
  | Unauthenticated
  | InvalidCurrentPassword
  | HasherBusy
  | ProviderNotOffered
  | IdentityFailure

/** When the session's sign-in became recent again. */
export type Reauthenticate = (input: ReauthenticateInput) => Promise<Either<ReauthenticateFailure, Date>>

/** Proves the identity of a session's user once more. */
export const reauthenticate =
  (deps: ReauthenticateDeps): Reauthenticate =>
  ({ caller, proof }) => {
    switch (proof.tag) {
      case 'password':
        return byPassword(deps, caller, proof.password)
      case 'social':
        return byProvider(deps, caller, proof.provider, proof.token)
    }
  }

const WRONG: Either<InvalidCurrentPassword, never> = left({ tag: 'invalid_current_password' })

const byPassword: ByProof<[password: string]> = async (deps, caller, password) => {
  const stored = (await deps.users.find(caller.userId))?.passwordHash ?? null
  const verdict = await deps.passwords.verify(normalPassword(password), stored, 'known')
  if (isLeft(verdict)) return verdict
  if (!verdict.right.matches) return WRONG
  return deps.unitOfWork.transact<ReauthenticateFailure, Date>(async (stores) => {
    const at = new Date(deps.clock.now())
    const user = await stores.users.lock(caller.userId)
    if (!(await isSessionOpen(stores, caller.userId, caller.sessionId, at.getTime()))) return ENDED
    // The password changed after it was checked, so the check no longer proves anything.
    if (user?.passwordHash !== stored) return WRONG
    await stores.sessions.recordReauthentication(caller.sessionId, at)
    return right(at)
  })
}

const byProvider: ByProof<[provider: SocialProvider, token: ProviderToken]> = async (deps, caller, provider, token) => {
  const identity = await deps.identityProviders[provider]?.identify(token)
  if (identity === undefined) return left(PROVIDER_NOT_OFFERED)
  if (isLeft(identity)) return identity
  return reauthenticateAs(deps, caller, identity.right)
}

/** A person of the provider proves nothing here unless the person is linked to this account. */
const reauthenticateAs = (
  { unitOfWork, clock }: ReauthenticateDeps,
  { userId, sessionId }: SessionPrincipal,
  identity: SocialIdentity,
): Promise<Either<ReauthenticateFailure, Date>> =>
  unitOfWork.transact<ReauthenticateFailure, Date>(async (stores) => {
    const at = new Date(clock.now())
    await stores.users.lock(userId)
    if (!(await isSessionOpen(stores, userId, sessionId, at.getTime()))) return ENDED
    const linked = await stores.identities.find(identity.provider, identity.subject)
    if (linked?.userId !== userId) return left({ tag: 'invalid_identity_token' })
    const used = await consumeToken(stores, identity, userId, at)
    if (isLeft(used)) return used
    await stores.sessions.recordReauthentication(sessionId, at)
    return right(at)
  })

const ENDED: Either<Unauthenticated, never> = left({ tag: 'unauthenticated' })

type ByProof<P extends readonly unknown[]> = (
  deps: ReauthenticateDeps,
  caller: SessionPrincipal,
  ...proof: P
) => Promise<Either<ReauthenticateFailure, Date>>
