import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ApiKey, ApiKeyChange } from '../../../domain/api-keys/api-key.ts'
import { changedPeriod, inRunningPeriod } from '../../../domain/api-keys/key-limits.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

interface ChangeApiKeyDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly clock: Clock
  /** Alerts the owner of what the key has spent of its limit, behind the lock of the owner. */
  readonly alertOfLimit: (stores: Stores, keyId: string, userId: string) => Promise<void>
}

interface ChangeApiKeyInput {
  readonly userId: string
  readonly keyId: string
  readonly change: ApiKeyChange
}

export type KeyNotFound = { readonly tag: 'not_found' }
export type ChangeApiKey = (input: ChangeApiKeyInput) => Promise<Either<KeyNotFound, ApiKey>>

/**
 * Changes a key of the caller. What it has spent may be most of another limit, so its marks are looked at. A key of
 * another user answers `not_found`, as an unknown one does.
 */
export const changeApiKey =
  (deps: ChangeApiKeyDeps): ChangeApiKey =>
  async ({ userId, keyId, change }) => {
    const changed = await deps.unitOfWork.transact<KeyNotFound, ApiKey>(async (stores) => {
      const { users, apiKeys } = stores
      const nowMs = deps.clock.now()
      // The lock lets changes of one user follow each other: two at once would both begin a period.
      await users.lock(userId)
      const before = await apiKeys.find(keyId)
      if (before === null || before.userId !== userId) return left({ tag: 'not_found' })
      await apiKeys.change(keyId, { ...change, ...changedPeriod(before, change, nowMs) })
      if (change.spendLimit !== undefined || change.spendPeriod !== undefined)
        await deps.alertOfLimit(stores, keyId, userId)
      const after = await apiKeys.find(keyId)
      return after === null ? left({ tag: 'not_found' }) : right(inRunningPeriod(after, nowMs))
    })
    await deps.invalidation.announce({ tag: 'api_key', id: keyId })
    return changed
  }
