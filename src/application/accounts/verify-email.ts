import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { InvalidToken } from '../../domain/identity/one-time-token.ts'
import type { Clock } from '../ports/clock.ts'
import type { OneTimeSecrets } from '../ports/one-time-secrets.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface VerifyEmailDeps {
  readonly oneTimeSecrets: Pick<OneTimeSecrets, 'hash'>
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
}

export type VerifyEmail = (token: string) => Promise<Either<InvalidToken, { readonly email: string }>>

const INVALID: Either<InvalidToken, never> = left({ tag: 'invalid_token' })

/** Uses the token of a verification mail: its address is proven. */
export const verifyEmail =
  (deps: VerifyEmailDeps): VerifyEmail =>
  async (token) => {
    const hash = deps.oneTimeSecrets.hash(token)
    if (hash === null) return INVALID
    const at = new Date(deps.clock.now())
    return deps.unitOfWork.transact<InvalidToken, { readonly email: string }>(async ({ users, oneTimeTokens }) => {
      const found = await oneTimeTokens.find(hash, 'verify_email', at)
      const user = found === null ? null : await users.lock(found.userId)
      if (user === null || user.deactivatedAt !== null) return INVALID
      if (!(await oneTimeTokens.take(hash, 'verify_email', at))) return INVALID
      await oneTimeTokens.voidAllOf(user.id, 'verify_email')
      await users.markEmailVerified(user.id)
      return right({ email: user.email })
    })
  }
