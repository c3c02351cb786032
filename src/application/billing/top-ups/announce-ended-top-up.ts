import { topUpEnded } from '../../../domain/webhooks/account-event.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import { queueAlert } from '../../mail/queue-alert.ts'
import { publishEvent } from '../../webhooks/publish-event.ts'

export interface AnnounceEndedTopUpDeps {
  readonly ids: IdGenerator
  readonly clock: Clock
}

/**
 * Inside the unit of work that ends a top-up: the account's programs learn of it, and of a failure its owner too. A
 * top-up that its user replaced by another has failed for no one, so its cancellation is no event.
 */
export const announceEndedTopUp = async (
  deps: AnnounceEndedTopUpDeps,
  stores: Pick<Stores, 'webhooks' | 'deliveries' | 'users' | 'mail' | 'notificationSettings'>,
  before: TopUp,
  status: 'succeeded' | 'canceled',
): Promise<void> => {
  if (status === 'canceled' && before.superseded) return
  const ended = topUpEnded(before, status, new Date(deps.clock.now()))
  await publishEvent(deps, stores, before.userId, ended, 'money')
  if (status === 'succeeded') return
  const facts = { amount: formatMicro(before.amount, before.currency), currency: before.currency }
  await queueAlert(deps, stores, before.userId, { kind: 'topup_failed', facts })
}
