import type { SeenMail } from '../../../domain/mail/seen-mail.ts'
import type { SeenMailQuery, MailDesk } from '../../ports/mail/mail-desk.ts'

interface SeenMailPage {
  readonly mails: readonly SeenMail[]
  /** The value of `before` for the next page; null at the end. */
  readonly nextBefore: string | null
}

export type ListMail = (query: SeenMailQuery) => Promise<SeenMailPage>

/** The letters of the queue, the newest first; those that ended a week ago are gone. */
export const listMail =
  ({ mail }: { readonly mail: Pick<MailDesk, 'page'> }): ListMail =>
  async (query) => {
    // One more row than the page holds shows whether there is a next page.
    const found = await mail.page({ ...query, limit: query.limit + 1 })
    const mails = found.slice(0, query.limit)
    return { mails, nextBefore: found.length > query.limit ? (mails.at(-1)?.id ?? null) : null }
  }
