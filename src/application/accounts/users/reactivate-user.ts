import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { ResponseStore } from '../../ports/responses/response-store.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { pruneInBatches } from '../../prune-in-batches.ts'
import type { Alongside, UserNotFound } from './deactivate-user.ts'

interface ReactivateUserDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly storedResponses: Pick<ResponseStore, 'removeOfClosed'>
}

/** `alongside` runs in the same transaction, before anything is changed. */
export type ReactivateUser = <E = never>(
  userId: string,
  alongside?: Alongside<E>,
) => Promise<Either<UserNotFound | E, null>>

/**
 * Opens a closed account again. Its keys work as before, at once and at every instance; its sessions stay ended. Its
 * owner was alerted of nothing that happened in between, so its balance is looked at. None of its stored responses
 * comes back, so what the closing left of them goes first.
 */
export const reactivateUser =
  (deps: ReactivateUserDeps): ReactivateUser =>
  async <E>(userId: string, alongside?: Alongside<E>) => {
    await pruneInBatches((limit) => deps.storedResponses.removeOfClosed(userId, limit), Number.POSITIVE_INFINITY)
    const outcome = await deps.unitOfWork.transact<UserNotFound | E, null>(async (stores) => {
      const user = await stores.users.lock(userId)
      if (user === null) return left({ tag: 'user_not_found' })
      const noted = (await alongside?.(stores, user)) ?? right(null)
      if (isLeft(noted)) return noted
      await stores.users.reactivate(userId)
      const wallet = await stores.wallets.find(userId, 'RUB')
      if (wallet !== null) await stores.marks.noteDebited(wallet.id)
      return right(null)
    })
    if (isRight(outcome)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return outcome
  }
