import { sql } from 'kysely'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { MessageQuery, MessageStore } from '../../../application/ports/conversations/message-store.ts'
import type { Message, MessageState } from '../../../domain/conversation/message.ts'
import type { MessagesTable } from '../schema/conversation-tables.ts'
import type { Database } from '../schema/schema.ts'
import { columnOfState } from '../sql/column-of-state.ts'

/** The place of the newest message, null in an empty conversation. Exported, as the next, for the test of its plan. */
export const lastPlace = (db: Kysely<Database>, conversationId: string) =>
  db
    .selectFrom('messages')
    .select((select) => select.fn.max('position').as('last'))
    .where('conversation_id', '=', conversationId)

export const newestMessages = (db: Kysely<Database>, { conversationId, before, limit }: MessageQuery) => {
  const all = db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId)
  const older =
    before === null ? all : all.where('position', '<', messageOf(db, conversationId, before).select('position'))
  return older.orderBy('position', 'desc').limit(limit)
}

const messageOf = (db: Kysely<Database>, conversationId: string, id: string) =>
  db.selectFrom('messages').where('id', '=', id).where('conversation_id', '=', conversationId)

export const kyselyMessages = (db: Kysely<Database>): MessageStore => ({
  async add(messages) {
    if (messages.length === 0) return
    // No row of the statement sees another: each counts on from what was there before.
    const rows = messages.map((message, index) => {
      const position = sql<bigint>`coalesce(${lastPlace(db, message.conversationId)}, 0) + ${index + 1}::int`
      return { ...toRow(message), position }
    })
    await db.insertInto('messages').values(rows).execute()
  },
  async find(conversationId, id) {
    const row = await messageOf(db, conversationId, id).selectAll().executeTakeFirst()
    return row === undefined ? null : toMessage(row)
  },
  async end(id, ending) {
    const ended = await db
      .updateTable('messages')
      .set(
        ending.tag === 'done'
          ? { status: 'done', charged: ending.chargedMicro }
          : { status: 'failed', error_code: ending.error.code, error_message: ending.error.message },
      )
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (ended.numUpdatedRows !== 1n) throw new Error(`message ${id} is not pending`)
  },
  async removeAll(conversationId) {
    const removed = await db
      .deleteFrom('messages')
      .where('conversation_id', '=', conversationId)
      .returning('id')
      .execute()
    return removed.map(({ id }) => id)
  },
  async page(query) {
    const rows = await newestMessages(db, query).execute()
    if (rows.length > 0 || query.before === null) return rows.toReversed().map(toMessage)
    // Either that message is the first one, or there is no such message.
    const found = await messageOf(db, query.conversationId, query.before).select('id').executeTakeFirst()
    return found === undefined ? null : []
  },
})

const toRow = (message: Message): Omit<Insertable<MessagesTable>, 'position'> => {
  const { id, conversationId, role, content } = message
  const facts = { id, conversation_id: conversationId, role, content, created_at: new Date(message.createdAtMs) }
  if (message.role === 'user') {
    return { ...facts, reply_to: null, status: 'done', charged: null, error_code: null, error_message: null }
  }
  const error = message.state.tag === 'failed' ? message.state.error : null
  return {
    ...facts,
    reply_to: message.replyTo,
    status: message.state.tag,
    charged: message.chargedMicro,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  }
}

const present = <A>(value: A | null, { id }: Selectable<MessagesTable>): A => columnOfState(value, `message ${id}`)

const stateOf = (row: Selectable<MessagesTable>): MessageState =>
  row.status === 'failed'
    ? { tag: 'failed', error: { code: present(row.error_code, row), message: present(row.error_message, row) } }
    : { tag: row.status }

const toMessage = (row: Selectable<MessagesTable>): Message => {
  const { id, conversation_id: conversationId, content } = row
  const facts = { id, conversationId, content, createdAtMs: row.created_at.getTime() }
  if (row.role === 'user') return { ...facts, role: 'user' }
  const chargedMicro = present(row.charged, row)
  return { ...facts, role: 'assistant', replyTo: present(row.reply_to, row), state: stateOf(row), chargedMicro }
}
