import { type Either, isLeft, isRight } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../domain/identity/email-address.ts'
import { normalPassword } from '../../domain/identity/password-policy.ts'
import { admitUser, type InvalidCredentials } from '../../domain/identity/user.ts'
import type { HasherBusy, PasswordHasher } from '../ports/password-hasher.ts'
import type { UserStore } from '../ports/user-store.ts'
import { isFromKnownNetwork, type KnownNetworkDeps } from './known-network.ts'
import type { OpenSession, TokenPair } from './open-session.ts'

export interface LogInDeps extends KnownNetworkDeps {
  readonly users: Pick<UserStore, 'findByEmail' | 'replacePasswordHash'>
  readonly passwords: PasswordHasher
  readonly openSession: OpenSession
}

export interface LogInInput {
  /** As typed; what is no address at all belongs to nobody. */
  readonly email: string
  readonly password: string
  readonly clientAddress: string
  readonly userAgent: string | null
}

export type LogInFailure = InvalidCredentials | HasherBusy
export type LogIn = (input: LogInInput) => Promise<Either<LogInFailure, TokenPair>>

/** Opens a session for whoever knows the password. An unknown address costs the same work as a wrong password. */
export const logIn =
  (deps: LogInDeps): LogIn =>
  async (input) => {
    const email = parseEmail(input.email)
    const found = isRight(email) ? await deps.users.findByEmail(email.right.folded) : null
    const password = normalPassword(input.password)
    const stored = found?.passwordHash ?? null
    // Looked up for addresses without an account too, so that the time does not tell them apart.
    const folded = isRight(email) ? email.right.folded : ''
    const asker = (await isFromKnownNetwork(deps, folded, input.clientAddress)) ? 'known' : 'stranger'
    const verdict = await deps.passwords.verify(password, stored, asker)
    if (isLeft(verdict)) return verdict
    const user = admitUser(found, verdict.right.matches)
    if (isLeft(user)) return user
    const pair = await deps.openSession({
      userId: user.right.id,
      userAgent: input.userAgent,
      clientAddress: input.clientAddress,
      stillProven: ({ passwordHash }) => passwordHash === stored,
    })
    if (isRight(pair) && verdict.right.outdated && stored !== null) {
      const rehashed = await deps.passwords.hash(password, asker)
      // A busy hasher is no reason to refuse: the next login brings the chance again.
      if (isRight(rehashed)) await deps.users.replacePasswordHash(user.right.id, stored, rehashed.right)
    }
    return pair
  }
