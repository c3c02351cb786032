import { countedHour, maxMailsPerHour } from '../../domain/mail/outgoing-mail.ts'
import type { AlertFacts, AlertKind } from '../../domain/mail/notification-settings.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { Stores } from '../ports/transaction/stores.ts'

export interface QueueAlertDeps {
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface Alert {
  readonly kind: AlertKind
  readonly facts: AlertFacts
}

/**
 * Inside the unit of work of what happened: queues an alert to the owner, unless the owner turned this kind off or has
 * had the most mails of it in this hour. What an account has and spends goes to a verified address only.
 */
export const queueAlert = async (
  { ids, clock }: QueueAlertDeps,
  { users, mail, notificationSettings }: Pick<Stores, 'users' | 'mail' | 'notificationSettings'>,
  userId: string,
  { kind, facts }: Alert,
): Promise<void> => {
  const owner = await users.find(userId)
  if (owner === null || owner.deactivatedAt !== null || !owner.emailVerified) return
  const { muted, locale } = await notificationSettings.find(userId)
  if (muted.includes(kind)) return
  const nowMs = clock.now()
  const most = maxMailsPerHour(owner)
  if ((await mail.countWithin(countedHour(nowMs), owner.emailFolded, kind, most)) >= most) return
  const createdAt = new Date(nowMs)
  await mail.enqueue({ id: ids.next(), kind, recipient: owner.emailFolded, locale, facts, createdAt })
}
