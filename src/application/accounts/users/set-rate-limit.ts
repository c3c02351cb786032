import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { Alongside, UserNotFound } from './deactivate-user.ts'

interface SetRateLimitDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

/**
 * `requestsPerMinute` is from 1 to `MAX_REQUESTS_PER_MINUTE`; null: the installation's number applies. `alongside` runs
 * in the same transaction, before anything is changed.
 */
export type SetRateLimit = <E = never>(
  userId: string,
  requestsPerMinute: number | null,
  alongside?: Alongside<E>,
) => Promise<Either<UserNotFound | E, null>>

/**
 * Sets how many requests a minute all keys of an account may make together. It holds from the next call on, at other
 * instances without Redis within the five seconds of their cache. The calls of the last 60 seconds count against the
 * new number.
 */
export const setRateLimit =
  (deps: SetRateLimitDeps): SetRateLimit =>
  async <E>(userId: string, requestsPerMinute: number | null, alongside?: Alongside<E>) => {
    const outcome = await deps.unitOfWork.transact<UserNotFound | E, null>(async (stores) => {
      const user = await stores.users.lock(userId)
      if (user === null) return left({ tag: 'user_not_found' })
      const noted = (await alongside?.(stores, user)) ?? right(null)
      if (isLeft(noted)) return noted
      await stores.users.setRateLimit(userId, requestsPerMinute)
      return right(null)
    })
    if (isRight(outcome)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return outcome
  }
