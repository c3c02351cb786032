import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { alertOfBalance } from './alert-of-balance.ts'
import { alertOfBudget } from './alert-of-budget.ts'

interface AlertOfMarksDeps {
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

/** Wallets that one run looks at before other work has its turn. */
const MOST_A_RUN = 1_000

/**
 * Looks at wallets and keys that have moved, and alerts their owners of each mark that was passed: by mail and by
 * webhook, once. The note that the owner was alerted and the queued alert are one transaction, so any number of workers
 * may run this at once. If a worker dies, another one takes its wallet. Returns how many it looked at.
 */
export const alertOfMarks =
  (deps: AlertOfMarksDeps) =>
  async (signal: AbortSignal): Promise<number> => {
    for (let looked = 0; looked < MOST_A_RUN; looked += 1) {
      if (signal.aborted || !(await alertOfNext(deps))) return looked
    }
    return MOST_A_RUN
  }

const alertOfNext = async (deps: AlertOfMarksDeps): Promise<boolean> => {
  const looked = await deps.unitOfWork.transact<null, null>(async (stores) => {
    const moved = await stores.marks.takeMoved()
    if (moved === null) return left(null)
    const found = await stores.marks.wallet(moved.walletId)
    // The lock makes two workers look at one account one after another.
    const owner = found === null ? null : await stores.users.lock(found.userId)
    // Read behind the lock: what another worker saw last is there now.
    const wallet = await stores.marks.wallet(moved.walletId)
    if (owner === null || wallet === null || owner.deactivatedAt !== null) return right(null)
    if (wallet.currency === 'RUB') await alertOfBalance(deps, stores, { ...wallet, id: moved.walletId }, 'money')
    if (moved.keyId !== null)
      await alertOfBudget(deps, stores, { ...moved, keyId: moved.keyId, cause: 'money' }, owner.id)
    return right(null)
  })
  return !isLeft(looked)
}
