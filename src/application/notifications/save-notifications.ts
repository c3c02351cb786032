import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Unauthenticated } from '../../domain/identity/signed-token.ts'
import { changeNotifications } from '../../domain/mail/notification-settings.ts'
import type { NotificationChange, NotificationSettings } from '../../domain/mail/notification-settings.ts'
import type { QueueAlertDeps } from '../mail/queue-alert.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { leaveThreshold, alertOfBalance } from './alert-of-balance.ts'

interface SaveNotificationsDeps extends QueueAlertDeps {
  readonly unitOfWork: UnitOfWork
}

export type SaveNotifications = (
  userId: string,
  change: NotificationChange,
) => Promise<Either<Unauthenticated, NotificationSettings>>

/**
 * Changes of what an owner is alerted, and how. Changes that come at once are made one after another. Another threshold
 * passes a balance as a movement of money does: where it leaves the balance below, the owner is alerted.
 */
export const saveNotifications =
  ({ unitOfWork, ...deps }: SaveNotificationsDeps): SaveNotifications =>
  (userId, change) =>
    unitOfWork.transact<Unauthenticated, NotificationSettings>(async (stores) => {
      const { notificationSettings } = stores
      if ((await stores.users.lock(userId)) === null) return left({ tag: 'unauthenticated' })
      const { lowBalanceThreshold: threshold, ...kept } = await notificationSettings.find(userId)
      const settings = changeNotifications({ ...kept, lowBalanceThreshold: threshold }, change)
      await notificationSettings.save(userId, settings)
      if (settings.lowBalanceThreshold === threshold) return right(settings)
      const wallet = await roublesOf(stores, userId)
      if (wallet === null) return right(settings)
      await leaveThreshold(deps, stores, wallet, threshold)
      await alertOfBalance(deps, stores, wallet, 'change_of_owner')
      return right(settings)
    })

const roublesOf = async ({ wallets, marks }: Pick<Stores, 'wallets' | 'marks'>, userId: string) => {
  const id = (await wallets.find(userId, 'RUB'))?.id
  const wallet = id === undefined ? null : await marks.wallet(id)
  return id === undefined || wallet === null ? null : { ...wallet, id }
}
