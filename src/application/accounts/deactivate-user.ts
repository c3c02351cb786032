import { type Either, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Clock } from '../ports/clock.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface DeactivateUserDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly clock: Clock
}

export type UserNotFound = { readonly tag: 'user_not_found' }
export type DeactivateUser = (userId: string) => Promise<Either<UserNotFound, null>>

/** Closes an account: sessions end, keys are refused. Nothing is erased and the address stays taken. */
export const deactivateUser =
  (deps: DeactivateUserDeps): DeactivateUser =>
  async (userId) => {
    const at = new Date(deps.clock.now())
    const outcome = await deps.unitOfWork.transact<UserNotFound, null>(async (stores) => {
      if (!(await stores.users.deactivate(userId, at))) return left({ tag: 'user_not_found' })
      await stores.sessions.revokeAllOf(userId, 'account_deactivated', at)
      await stores.oneTimeTokens.voidAllOf(userId, null)
      return right(null)
    })
    if (isRight(outcome)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return outcome
  }
