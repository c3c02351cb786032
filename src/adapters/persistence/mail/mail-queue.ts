import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { MailQueue } from '../../../application/ports/mail/mail-queue.ts'
import { LONGEST_MAIL_WAIT_MS } from '../../../domain/mail/outgoing-mail.ts'
import type { OutgoingMail } from '../../../domain/mail/outgoing-mail.ts'
import type { Database, OutgoingMailTable } from '../schema/schema.ts'
import { afterPause, latestDue, reached } from '../sql/due-time.ts'
import { prune } from '../sql/prune.ts'
import { storableError } from '../sql/storable-error.ts'
import { storableJson } from '../sql/storable-json.ts'

/** A mail that has not ended, in the attempt that was claimed. */
const mine = (db: Kysely<Database>, { id, attempts }: Pick<OutgoingMail, 'id' | 'attempts'>) =>
  db.updateTable('outgoing_mail').where('id', '=', id).where('ended_at', 'is', null).where('attempts', '=', attempts)

export const kyselyMailQueue = (db: Kysely<Database>): MailQueue => ({
  enqueue: (mail) => enqueue(db, mail),
  async claim({ at, until, limit }) {
    const due = db
      .selectFrom('outgoing_mail')
      .select('id')
      .where('ended_at', 'is', null)
      .where('next_attempt_at', '<=', reached(at))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
    const freed = db
      .updateTable('outgoing_mail')
      .set({ next_attempt_at: sql`now()`, claimed_until: null })
      .where('ended_at', 'is', null)
      .where('next_attempt_at', '>', latestDue(LONGEST_MAIL_WAIT_MS))
    const claimed = await db
      .with('due', () => due)
      .with('freed', () => freed)
      .updateTable('outgoing_mail')
      .set({
        attempts: sql`attempts + 1`,
        next_attempt_at: afterPause(at, until),
        claimed_until: afterPause(at, until),
      })
      .where('id', 'in', sql<string>`(select id from due)`)
      .returningAll()
      .execute()
    return claimed.map(toMail).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  },
  async oldestDue() {
    const waiting = db.selectFrom('outgoing_mail').select('next_attempt_at').where('ended_at', 'is', null)
    const oldest = await waiting.orderBy('next_attempt_at').limit(1).executeTakeFirst()
    return oldest?.next_attempt_at ?? null
  },
  countWithin: (...of) => countWithin(db, ...of),
  async isLatest({ id, kind, recipient }, at) {
    const later = await db
      .selectFrom('outgoing_mail')
      .select('id')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('id', '>', id)
      .where('created_at', '<=', at)
      .limit(1)
      .executeTakeFirst()
    return later === undefined
  },
  async end(mail, outcome, at, error) {
    const noted = error === null ? {} : { last_error: storableError(error) }
    await mine(db, mail)
      .set({ outcome, ended_at: at, claimed_until: null, ...noted })
      .execute()
  },
  async postpone(mail, { at, until }, error) {
    await mine(db, mail)
      .set({ next_attempt_at: afterPause(at, until), claimed_until: null, last_error: storableError(error) })
      .execute()
  },
  prune: (endedBefore, limit) => prune(db, { table: 'outgoing_mail', key: 'id', at: 'ended_at' }, endedBefore, limit),
})

const enqueue = async (
  db: Kysely<Database>,
  ...[{ id, kind, recipient, locale, detail = null, facts = null, createdAt }]: Parameters<MailQueue['enqueue']>
): Promise<void> => {
  await db
    .insertInto('outgoing_mail')
    .values({
      id,
      kind,
      recipient,
      locale,
      detail,
      facts: facts === null ? null : storableJson(facts),
      created_at: createdAt,
      // A clock that was ahead would keep the mail waiting until its time comes.
      next_attempt_at: reached(createdAt),
    })
    .execute()
}

const countWithin = async (
  db: Kysely<Database>,
  ...[{ from, to }, recipient, kind, most]: Parameters<MailQueue['countWithin']>
): Promise<number> => {
  const queued = await db
    .selectFrom('outgoing_mail')
    .select('id')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .limit(most)
    .execute()
  return queued.length
}

const toMail = (row: Selectable<OutgoingMailTable>): OutgoingMail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  locale: row.locale,
  detail: row.detail,
  facts: row.facts as OutgoingMail['facts'],
  attempts: row.attempts,
  createdAt: row.created_at,
})
