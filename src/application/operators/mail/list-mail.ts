import type { SeenMail } from '../../../domain/mail/seen-mail.ts'
import type { SeenMailQuery, MailDesk } from '../../ports/mail/mail-desk.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

export type ListMail = (query: SeenMailQuery) => Promise<Page<SeenMail, string>>

/** The mail messages of the queue, the newest first; those that ended a week ago are gone. */
export const listMail =
  ({ mail }: { readonly mail: Pick<MailDesk, 'page'> }): ListMail =>
  (query) =>
    readPage({ limit: query.limit, read: (limit) => mail.page({ ...query, limit }), placeOf: ({ id }) => id })
