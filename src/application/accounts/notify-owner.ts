import type { User } from '../../domain/identity/user.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import { mostNoticesAnHour, type NoticeKind } from '../../domain/mail/outgoing-mail.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Stores } from '../ports/stores.ts'

export interface NotifyOwnerDeps {
  readonly ids: Ids
  readonly clock: Clock
}

export interface Notice {
  readonly kind: NoticeKind
  readonly detail: string | null
  readonly locale: MailLocale
}

const HOUR_MS = 60 * 60 * 1000

/** Inside the unit of work of the fact: queues the mail that tells the owner of it, unless that hour has had enough. */
export const notifyOwner = async (
  { ids, clock }: NotifyOwnerDeps,
  { mail }: Pick<Stores, 'mail'>,
  user: Pick<User, 'emailFolded' | 'ownerProvenAt'>,
  { kind, detail, locale }: Notice,
): Promise<void> => {
  const nowMs = clock.now()
  const most = mostNoticesAnHour(user)
  if ((await mail.countSince(user.emailFolded, kind, new Date(nowMs - HOUR_MS), most)) >= most) return
  await mail.enqueue({
    id: ids.next(),
    kind,
    recipient: user.emailFolded,
    locale,
    detail,
    createdAt: new Date(nowMs),
  })
}
