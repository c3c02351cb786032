import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InvalidApiKey } from '../../../domain/api-keys/api-key.ts'
import { inRunningPeriod } from '../../../domain/api-keys/key-limits.ts'
import type { KeySpending } from '../../../domain/api-keys/key-spending.ts'
import type { KeySpendingLog } from '../../ports/accounts/key-spending-log.ts'
import type { Clock } from '../../ports/process/clock.ts'

interface ReadKeySpendingDeps {
  readonly keySpending: KeySpendingLog
  readonly clock: Clock
}

export type ReadKeySpending = (keyId: string) => Promise<Either<InvalidApiKey, KeySpending>>

/** What the caller's own key has spent. A key that was deleted a moment ago may still have been admitted. */
export const readKeySpending =
  (deps: ReadKeySpendingDeps): ReadKeySpending =>
  async (keyId) => {
    const spending = await deps.keySpending.find(keyId)
    if (spending === null) return left({ tag: 'invalid_api_key' })
    return right({ ...spending, key: inRunningPeriod(spending.key, deps.clock.now()) })
  }
