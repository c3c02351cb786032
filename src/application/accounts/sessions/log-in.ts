import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../../domain/identity/email-address.ts'
import { normalPassword } from '../../../domain/identity/password-policy.ts'
import { admitUser } from '../../../domain/identity/user.ts'
import type { InvalidCredentials } from '../../../domain/identity/user.ts'
import type { HasherBusy, PasswordHasher } from '../../ports/accounts/password-hasher.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import { isFromKnownNetwork } from '../../admission/known-network.ts'
import type { KnownNetworkDeps } from '../../admission/known-network.ts'
import type { OpenSession, TokenPair } from './open-session.ts'

interface LogInDeps extends KnownNetworkDeps {
  readonly users: Pick<UserStore, 'findByEmail' | 'replacePasswordHash'>
  readonly passwords: PasswordHasher
  readonly openSession: OpenSession
}

export interface LogInInput {
  /** As the user typed it. A text that is no address belongs to no user. */
  readonly email: string
  readonly password: string
  readonly clientAddress: string
  readonly userAgent: string | null
}

type LogInFailure = InvalidCredentials | HasherBusy
export type LogIn = (input: LogInInput) => Promise<Either<LogInFailure, TokenPair>>

/** Opens a session for a user who knows the password. An unknown address costs the same work as a wrong password. */
export const logIn =
  (deps: LogInDeps): LogIn =>
  async (input) => {
    const email = parseEmail(input.email)
    const found = isRight(email) ? await deps.users.findByEmail(email.right.folded) : null
    const password = normalPassword(input.password)
    const stored = found?.passwordHash ?? null
    // The look-up also runs for an invalid address, so that the time does not reveal the difference.
    const folded = isRight(email) ? email.right.folded : ''
    const caller = (await isFromKnownNetwork(deps, folded, input.clientAddress)) ? 'known' : 'unknown'
    const verdict = await deps.passwords.verify(password, stored, caller)
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
      const rehashed = await deps.passwords.hash(password, caller)
      // A busy hasher is no reason to refuse the sign-in: the next one can store the new hash.
      if (isRight(rehashed)) await deps.users.replacePasswordHash(user.right.id, stored, rehashed.right)
    }
    return pair
  }
