import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { MessageStore } from '../../application/ports/message-store.ts'
import type { Message, MessageState } from '../../domain/conversation/message.ts'
import type { MessagesTable } from './conversation-tables.ts'
import type { Database } from './schema.ts'

/** Exported for the test that reads its plan. */
export const newestMessages = (db: Kysely<Database>, conversationId: string, before: bigint | null, limit: number) => {
  const all = db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId)
  const older = before === null ? all : all.where('position', '<', before)
  return older.orderBy('position', 'desc').limit(limit)
}

export const kyselyMessages = (db: Kysely<Database>): MessageStore => ({
  async add(messages) {
    if (messages.length === 0) return
    const rows = messages.map((message, index) => ({ ...toRow(message), position: placeOf(message, index) }))
    await db.insertInto('messages').values(rows).execute()
  },
  async find(conversationId, id) {
    const row = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst()
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
  async page({ conversationId, before, limit }) {
    const position = before === null ? null : await positionOf(db, conversationId, before)
    if (position === undefined) return null
    const rows = await newestMessages(db, conversationId, position, limit).execute()
    return rows.toReversed().map(toMessage)
  },
})

/** Every row of one statement sees the messages that were there before it, so each counts on from the same last one. */
const placeOf = ({ conversationId }: Message, index: number) =>
  sql<bigint>`coalesce((select max(position) from messages where conversation_id = ${conversationId}), 0) + ${index + 1}::int`

const positionOf = async (db: Kysely<Database>, conversationId: string, id: string): Promise<bigint | undefined> => {
  const select = db.selectFrom('messages').select('position').where('id', '=', id)
  return (await select.where('conversation_id', '=', conversationId).executeTakeFirst())?.position
}

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

/** The table's checks say which columns a role and a state have. */
const present = <A>(value: A | null, { id }: Selectable<MessagesTable>): A => {
  if (value === null) throw new Error(`message ${id} lacks what its state has`)
  return value
}

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
