import type { SeenMail } from '../../../domain/mail/seen-mail.ts'
import type { SeenMailQuery, MailDesk } from '../../ports/mail/mail-desk.ts'
import { readPage } from '../../read-page.ts'

interface SeenMailPage {
  readonly mails: readonly SeenMail[]
  /** The value of `before` for the next page; null at the end. */
  readonly nextBefore: string | null
}

export type ListMail = (query: SeenMailQuery) => Promise<SeenMailPage>

/** The mail messages of the queue, the newest first; those that ended a week ago are gone. */
export const listMail =
  ({ mail }: { readonly mail: Pick<MailDesk, 'page'> }): ListMail =>
  async (query) => {
    const { rows, lastOfMore } = await readPage(query.limit, (limit) => mail.page({ ...query, limit }))
    return { mails: rows, nextBefore: lastOfMore?.id ?? null }
  }
