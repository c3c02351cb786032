import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { SeenMailQuery, MailDesk } from '../../../application/ports/mail/mail-desk.ts'
import type { SeenMail, MailState } from '../../../domain/mail/seen-mail.ts'
import type { Database, OutgoingMailTable } from '../schema/schema.ts'
import { reached } from '../sql/due-time.ts'

type SeenMailRow = Selectable<OutgoingMailTable> & { readonly account: string | null }

/** As the indexes of migration 0081 have them. */
const IS_IN_STATE = {
  waiting: sql<boolean>`ended_at is null`,
  sent: sql<boolean>`outcome = 'sent'`,
  failed: sql<boolean>`outcome in ('refused', 'given_up')`,
  dropped: sql<boolean>`outcome in ('superseded', 'needless')`,
} as const satisfies Readonly<Record<MailState, unknown>>

const mails = (db: Kysely<Database>) =>
  db
    .selectFrom('outgoing_mail')
    .selectAll('outgoing_mail')
    .select(sql<string | null>`(select id from users where email_folded = recipient)`.as('account'))

const mailPage = (db: Kysely<Database>, { state, accountId, before, limit }: SeenMailQuery) => {
  let page = mails(db)
  if (state !== null) page = page.where(IS_IN_STATE[state])
  if (accountId !== null) {
    page = page.where('recipient', '=', sql<string>`(select email_folded from users where id = ${accountId})`)
  }
  if (before !== null) page = page.where('id', '<', before)
  return page.orderBy('id', 'desc').limit(limit)
}

const toSeenMail = (row: SeenMailRow): SeenMail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  accountId: row.account,
  attempts: row.attempts,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  claimedUntil: row.claimed_until,
  endedAt: row.ended_at,
  outcome: row.outcome,
  lastError: row.last_error,
})

export const kyselyMailDesk = (db: Kysely<Database>): MailDesk => ({
  page: async (query) => (await mailPage(db, query).execute()).map(toSeenMail),
  async lock(id) {
    const row = await mails(db).where('id', '=', id).forUpdate().executeTakeFirst()
    return row === undefined ? null : toSeenMail(row)
  },
  async requeue(id, at) {
    await db
      .updateTable('outgoing_mail')
      .set({ next_attempt_at: reached(at), claimed_until: null, ended_at: null, outcome: null })
      .where('id', '=', id)
      .execute()
  },
})
