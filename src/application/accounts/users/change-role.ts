import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Clock } from '../../ports/process/clock.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { UserNotFound } from './deactivate-user.ts'

interface ChangeRoleDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly clock: Clock
}

/** `address_not_proven`: who reads the mailbox of the account could still take it over, and its role with it. */
type GrantRoleFailure = UserNotFound | { readonly tag: 'address_not_proven' }

export type GrantRole = (userId: string) => Promise<Either<GrantRoleFailure, null>>
export type RevokeRole = (userId: string) => Promise<Either<UserNotFound, null>>

/** Gives an account the role of an operator. Its sessions have the role at once. Who has the role keeps it. */
export const grantRole =
  (deps: ChangeRoleDeps): GrantRole =>
  async (userId) => {
    const at = new Date(deps.clock.now())
    const outcome = await deps.unitOfWork.transact<GrantRoleFailure, null>(async ({ users }) => {
      const user = await users.lock(userId)
      if (user === null) return left({ tag: 'user_not_found' })
      if (user.operatorSince !== null) return right(null)
      if (user.ownerProvenAt === null) return left({ tag: 'address_not_proven' })
      await users.setOperatorSince(userId, at)
      return right(null)
    })
    if (isRight(outcome)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return outcome
  }

/**
 * Takes the role away. Nothing is changed by that account from then on; what other instances without Redis let it read
 * ends within the five seconds of their cache.
 */
export const revokeRole =
  (deps: ChangeRoleDeps): RevokeRole =>
  async (userId) => {
    const outcome = await deps.unitOfWork.transact<UserNotFound, null>(async ({ users }) => {
      if ((await users.lock(userId)) === null) return left({ tag: 'user_not_found' })
      await users.setOperatorSince(userId, null)
      return right(null)
    })
    if (isRight(outcome)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return outcome
  }
