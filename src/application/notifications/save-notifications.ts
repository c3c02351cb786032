import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Unauthenticated } from '../../domain/identity/signed-token.ts'
import { changeNotifications } from '../../domain/mail/notification-settings.ts'
import type { NotificationChange, NotificationSettings } from '../../domain/mail/notification-settings.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'

export type SaveNotifications = (
  userId: string,
  change: NotificationChange,
) => Promise<Either<Unauthenticated, NotificationSettings>>

/** Changes what an owner learns by mail. Changes that come at once are made one after another. */
export const saveNotifications =
  ({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): SaveNotifications =>
  (userId, change) =>
    unitOfWork.transact<Unauthenticated, NotificationSettings>(async ({ users, notificationSettings }) => {
      if ((await users.lock(userId)) === null) return left({ tag: 'unauthenticated' })
      const settings = changeNotifications(await notificationSettings.find(userId), change)
      await notificationSettings.save(userId, settings)
      return right(settings)
    })
