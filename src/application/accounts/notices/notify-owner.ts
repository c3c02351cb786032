import type { User } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import { countedHour, maxMailsPerHour } from '../../../domain/mail/outgoing-mail.ts'
import type { NoticeKind } from '../../../domain/mail/outgoing-mail.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Stores } from '../../ports/transaction/stores.ts'

export interface NotifyOwnerDeps {
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface Notice {
  readonly kind: NoticeKind
  readonly detail: string | null
  readonly locale: MailLocale
}

/**
 * Inside the unit of work of the change: queues the notice to the owner, unless the owner has had the most notices of
 * that hour.
 */
export const notifyOwner = async (
  { ids, clock }: NotifyOwnerDeps,
  { mail }: Pick<Stores, 'mail'>,
  user: Pick<User, 'emailFolded' | 'ownerProvenAt'>,
  { kind, detail, locale }: Notice,
): Promise<void> => {
  const nowMs = clock.now()
  const most = maxMailsPerHour(user)
  if ((await mail.countWithin(countedHour(nowMs), user.emailFolded, kind, most)) >= most) return
  await mail.enqueue({
    id: ids.next(),
    kind,
    recipient: user.emailFolded,
    locale,
    detail,
    createdAt: new Date(nowMs),
  })
}
