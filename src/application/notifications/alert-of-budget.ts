import { maskedKey } from '../../domain/api-keys/api-key.ts'
import { decideKeyBudget } from '../../domain/marks/key-budget.ts'
import { formatMicro } from '../../domain/money/decimal.ts'
import { budgetSpent } from '../../domain/webhooks/account-event.ts'
import type { MovedWallet } from '../ports/notifications/mark-store.ts'
import type { AlertStores } from './alert-of-balance.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import type { EventCause } from '../webhooks/publish-event.ts'
import { queueAlert } from '../mail/queue-alert.ts'
import type { QueueAlertDeps } from '../mail/queue-alert.ts'

interface MovedKey extends Pick<MovedWallet, 'refused'> {
  readonly keyId: string
  readonly cause: EventCause
}

/**
 * Alerts the owner of each mark of a key that was passed, unless there was an alert of it. Runs behind the lock of the
 * owner.
 */
export const alertOfBudget = async (
  deps: QueueAlertDeps,
  stores: AlertStores,
  { keyId, refused, cause }: MovedKey,
  userId: string,
): Promise<void> => {
  const key = await stores.marks.key(keyId)
  if (key === null) return
  const nowMs = deps.clock.now()
  const { limit, spent, periodEndsAt } = key
  const alerted = await stores.marks.alertedBudget(keyId)
  const { alert, passed } = decideKeyBudget(key, { alerted, refused }, nowMs)
  const at = new Date(nowMs)
  if (limit === null) return stores.marks.setBudget(keyId, [], at)
  const facts = { key: maskedKey(key), spent: formatMicro(spent, 'RUB'), limit: formatMicro(limit, 'RUB') }
  for (const mark of alert) {
    await publishEvent(deps, stores, userId, budgetSpent(key, mark, limit, at), cause)
    const kind = mark === 'charged_80' ? 'key_budget_80' : 'key_budget_100'
    await queueAlert(deps, stores, userId, { kind, facts })
  }
  const marks = passed.map((mark) => ({ mark, limit, periodEndsAt }))
  await stores.marks.setBudget(keyId, marks, at)
}

/** The same for a key whose limit has changed. */
export const alertOfLimit =
  (deps: QueueAlertDeps) =>
  (stores: AlertStores, keyId: string, userId: string): Promise<void> =>
    alertOfBudget(deps, stores, { keyId, refused: null, cause: 'change_of_owner' }, userId)
