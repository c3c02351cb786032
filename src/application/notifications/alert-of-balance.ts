import { decideLowBalance } from '../../domain/marks/low-balance.ts'
import { formatMicro } from '../../domain/money/decimal.ts'
import { lowBalance } from '../../domain/webhooks/account-event.ts'
import type { WatchedWallet } from '../ports/notifications/mark-store.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import { queueAlert } from '../mail/queue-alert.ts'
import type { QueueAlertDeps } from '../mail/queue-alert.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import type { EventCause } from '../webhooks/publish-event.ts'

/** A wallet of roubles as it was read behind the lock of its owner. */
interface LookedWallet extends WatchedWallet {
  readonly id: string
}

/** What an alert of a passed mark is decided by, and where it goes. */
export type AlertStores = Pick<Stores, 'marks' | 'notificationSettings' | 'webhooks' | 'deliveries' | 'users' | 'mail'>

const decide = async ({ marks }: Pick<Stores, 'marks'>, wallet: LookedWallet, threshold: bigint | null) => {
  const alerted = await marks.alertedLowBalance(wallet.id)
  const rose = alerted !== null && threshold !== null && (await marks.roseSince(wallet.id, alerted.lastSeq, threshold))
  return decideLowBalance(wallet.balance, threshold, alerted, rose)
}

/** Alerts the owner of a balance below the threshold, unless there was an alert of this fall. */
export const alertOfBalance = async (
  deps: QueueAlertDeps,
  stores: AlertStores,
  wallet: LookedWallet,
  cause: EventCause,
): Promise<void> => {
  const { userId, balance, lastSeq } = wallet
  const { lowBalanceThreshold: threshold } = await stores.notificationSettings.find(userId)
  const at = new Date(deps.clock.now())
  const decision = await decide(stores, wallet, threshold)
  if (decision === 'alert' && threshold !== null) {
    await publishEvent(deps, stores, userId, lowBalance(balance, threshold, at), cause)
    const facts = { balance: formatMicro(balance, 'RUB'), threshold: formatMicro(threshold, 'RUB') }
    await queueAlert(deps, stores, userId, { kind: 'balance_low', facts })
  }
  await stores.marks.setLowBalance(wallet.id, decision === 'arm' ? null : { lastSeq }, at)
}

/**
 * Before another threshold counts: an alert stands for the other one too only where the balance has been below the
 * old one ever since. Of a fall below the old one the owner is alerted under the other one, unless that was done.
 */
export const leaveThreshold = async (
  { clock }: Pick<QueueAlertDeps, 'clock'>,
  stores: Pick<Stores, 'marks'>,
  wallet: LookedWallet,
  threshold: bigint | null,
): Promise<void> => {
  const stays = (await decide(stores, wallet, threshold)) === 'stay'
  await stores.marks.setLowBalance(wallet.id, stays ? { lastSeq: wallet.lastSeq } : null, new Date(clock.now()))
}
