import { sql } from 'kysely'
import type { Kysely, Selectable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type {
  ConversationQuery,
  ConversationStore,
} from '../../../application/ports/conversations/conversation-store.ts'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { ConversationsTable } from '../schema/conversation-tables.ts'
import type { Database } from '../schema/schema.ts'

/** Which rows of the list are read, counted from the end at which it is read. */
interface Slice {
  readonly from: 'newest' | 'oldest'
  readonly offset: number
  readonly limit: number
}

/** Which conversations are counted or listed. */
type Listed = Pick<ConversationQuery, 'userId' | 'withArchived'>

const conversationsOf = (db: Kysely<Database>, { userId, withArchived }: Listed) => {
  const all = db.selectFrom('conversations').where('user_id', '=', userId)
  return withArchived ? all : all.where('archived_at', 'is', null)
}

/** Exported for the test that reads its plan. */
export const countOfConversations = (db: Kysely<Database>, listed: Listed) =>
  conversationsOf(db, listed).select((select) => select.fn.countAll<bigint>().as('count'))

/**
 * What is skipped is read from the index alone, the rows themselves only of the page.
 * Exported for the test that reads its plan.
 */
export const sliceOfConversations = (db: Kysely<Database>, query: ConversationQuery, slice: Slice) => {
  const direction = slice.from === 'newest' ? 'desc' : 'asc'
  const page = conversationsOf(db, query)
    .select(['id', 'updated_at'])
    .orderBy('updated_at', direction)
    .orderBy('id', direction)
    .limit(slice.limit)
    .offset(slice.offset)
  return db
    .selectFrom(page.as('page'))
    .innerJoin('conversations as conversation', 'conversation.id', 'page.id')
    .selectAll('conversation')
    .orderBy('page.updated_at', direction)
    .orderBy('page.id', direction)
}

export const kyselyConversations = (db: Kysely<Database>): ConversationStore => {
  const countOf = async (listed: Listed): Promise<number> =>
    Number((await countOfConversations(db, listed).executeTakeFirstOrThrow()).count)

  const own = (userId: string, id: string) =>
    db.selectFrom('conversations').selectAll().where('id', '=', id).where('user_id', '=', userId)

  const change = (userId: string, id: string) =>
    db.updateTable('conversations').where('id', '=', id).where('user_id', '=', userId)

  return {
    async add(conversation) {
      await db.insertInto('conversations').values(toRow(conversation)).execute()
    },
    find: async (userId, id) => orNull(await own(userId, id).executeTakeFirst()),
    lock: async (userId, id) => orNull(await own(userId, id).forUpdate().executeTakeFirst()),
    rename: (userId, id, title) => changed(change(userId, id).set({ title })),
    archive: (userId, id, atMs) => {
      const archivedAt = atMs === null ? null : sql<Date>`coalesce(archived_at, ${new Date(atMs)})`
      return changed(change(userId, id).set({ archived_at: archivedAt }))
    },
    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('conversations')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    async touch(id, atMs) {
      await db
        .updateTable('conversations')
        .set({ updated_at: sql`greatest(updated_at, ${new Date(atMs)})` })
        .where('id', '=', id)
        .execute()
    },
    count: (userId) => countOf({ userId, withArchived: true }),
    async page(query) {
      const total = await countOf(query)
      return { conversations: await pageOf(db, query, total), total }
    },
  }
}

/** Read from whichever end is nearer: together with the count no page costs twice what the first does. */
const pageOf = async (
  db: Kysely<Database>,
  query: ConversationQuery,
  total: number,
): Promise<readonly Conversation[]> => {
  const { offset } = query
  const limit = Math.min(query.limit, total - offset)
  if (limit <= 0) return []
  const fromEnd = total - offset - limit
  if (offset <= fromEnd) {
    const rows = await sliceOfConversations(db, query, { from: 'newest', offset, limit }).execute()
    return rows.map(toConversation)
  }
  const rows = await sliceOfConversations(db, query, { from: 'oldest', offset: fromEnd, limit }).execute()
  return rows.toReversed().map(toConversation)
}

const changed = async (
  update: UpdateQueryBuilder<Database, 'conversations', 'conversations', UpdateResult>,
): Promise<Conversation | null> => orNull(await update.returningAll().executeTakeFirst())

const toRow = (conversation: Conversation): Selectable<ConversationsTable> => ({
  id: conversation.id,
  user_id: conversation.userId,
  catalog_slug: conversation.catalogSlug,
  model: conversation.model,
  kind: conversation.kind,
  title: conversation.title,
  archived_at: conversation.archivedAtMs === null ? null : new Date(conversation.archivedAtMs),
  created_at: new Date(conversation.createdAtMs),
  updated_at: new Date(conversation.updatedAtMs),
})

const orNull = (row: Selectable<ConversationsTable> | undefined): Conversation | null =>
  row === undefined ? null : toConversation(row)

const toConversation = (row: Selectable<ConversationsTable>): Conversation => ({
  id: row.id,
  userId: row.user_id,
  catalogSlug: row.catalog_slug,
  model: row.model,
  kind: row.kind,
  title: row.title,
  archivedAtMs: row.archived_at?.getTime() ?? null,
  createdAtMs: row.created_at.getTime(),
  updatedAtMs: row.updated_at.getTime(),
})
