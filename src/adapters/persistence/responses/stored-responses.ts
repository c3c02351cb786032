import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { ResponseKey, ResponseStore } from '../../../application/ports/responses/response-store.ts'
import type { StoredItems, StoredResponse } from '../../../domain/responses/stored-response.ts'
import type { Database, StoredResponsesTable } from '../schema/schema.ts'
import { FOREIGN_KEY_VIOLATION, sqlState } from '../sql/sql-state.ts'

type Row = Selectable<StoredResponsesTable>

const ITEM_COLUMNS = ['user_id', 'id', 'previous_id', 'key_id', 'sealed'] as const
type ItemRow = Pick<Row, (typeof ITEM_COLUMNS)[number]>

const CHAIN_COLUMNS = ['chain_responses', 'chain_items', 'chain_bytes', 'chain_values'] as const

/** What a violated reference means here: the other row came or went between the look and the write. */
const unlessReferred = async <A>(work: Promise<A>, otherwise: A): Promise<A> => {
  try {
    return await work
  } catch (error) {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return otherwise
    throw error
  }
}

const isContinued = sql<boolean>`exists (
  select from stored_responses as later where later.user_id = response.user_id and later.previous_id = response.id)`

/** The responses that an account still knows. */
const knownOf = (db: Kysely<Database>, userId: string, since: Date) =>
  db
    .selectFrom('stored_responses')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', since)

const known = (db: Kysely<Database>, { userId, id }: ResponseKey, since: Date) =>
  knownOf(db, userId, since).where('id', '=', id)

type Reads = 'find' | 'findItems' | 'findByItem' | 'chainSize' | 'chain' | 'nextSealedBy' | 'hasOtherKeysThan'

const reads = (db: Kysely<Database>): Pick<ResponseStore, Reads> => ({
  async find(key, since) {
    const row = await known(db, key, since).selectAll().executeTakeFirst()
    return row === undefined ? null : toResponse(row)
  },
  async findItems(key, since) {
    const row = await known(db, key, since).select(ITEM_COLUMNS).executeTakeFirst()
    return row === undefined ? null : toItems(row)
  },
  async findByItem(userId, itemId, since) {
    const row = await knownOf(db, userId, since)
      .where(sql<boolean>`item_ids @> array[${itemId}]::text[]`)
      .select(ITEM_COLUMNS)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : toItems(row)
  },
  async chainSize(key, since) {
    const row = await known(db, key, since).select(CHAIN_COLUMNS).executeTakeFirst()
    return row === undefined ? null : toChainSize(row)
  },
  async chain({ userId, id }) {
    const { rows } = await sql<ItemRow>`
      with recursive chain as (
        select user_id, id, previous_id, 1 as place from stored_responses where user_id = ${userId} and id = ${id}
        union all
        select earlier.user_id, earlier.id, earlier.previous_id, chain.place + 1
          from chain join stored_responses as earlier
            on earlier.user_id = chain.user_id and earlier.id = chain.previous_id)
      select user_id, id, response.previous_id, response.key_id, response.sealed
        from chain join stored_responses as response using (user_id, id)
       order by chain.place desc`.execute(db)
    return rows.map(toItems)
  },
  async nextSealedBy(keyId, after) {
    const sealed = db.selectFrom('stored_responses').selectAll().where('key_id', '=', keyId).orderBy('id').limit(1)
    const row = await (after === null ? sealed : sealed.where('id', '>', after)).executeTakeFirst()
    return row === undefined ? null : toResponse(row)
  },
  async hasOtherKeysThan(keyIds) {
    // Each key is found behind the one before it in the index: to look at every response takes seconds at a start.
    const { rows } = await sql`
      with recursive used as (
        (select key_id from stored_responses order by key_id limit 1)
        union all
        select (select key_id from stored_responses where key_id > used.key_id order by key_id limit 1)
          from used where used.key_id is not null)
      select key_id from used where key_id <> all(${[...keyIds]}::text[]) limit 1`.execute(db)
    return rows.length > 0
  },
})

const writes = (db: Kysely<Database>): Omit<ResponseStore, Reads> => {
  /** Removes rows that are kept for no reason of their own, and that no later one needs. */
  const remove = async (unneeded: ReturnType<typeof sql<boolean>>, limit: number): Promise<number> => {
    const removed = sql`
      with gone as (
        select user_id, id from stored_responses as response where ${unneeded} and not ${isContinued}
         limit ${limit} for update skip locked)
      delete from stored_responses where (user_id, id) in (select user_id, id from gone)`.execute(db)
    return Number((await unlessReferred(removed, null))?.numAffectedRows ?? 0n)
  }

  return {
    async add({ id, userId, previousId, createdAt, chain, sealed, sealedFrame, itemIds }) {
      const added = sql`
        with owner as (select id from users where id = ${userId} and deactivated_at is null for share)
        insert into stored_responses
          (user_id, id, previous_id, created_at, chain_responses, chain_items, chain_bytes, chain_values, key_id,
           sealed, sealed_frame, item_ids)
        select id, ${id}::uuid, ${previousId}::uuid, ${createdAt}::timestamptz, ${chain.responses}::integer,
               ${chain.items}::integer, ${chain.bytes}::bigint, ${chain.values}::integer, ${sealed.keyId},
               ${sealed.bytes}::bytea, ${sealedFrame}::bytea, ${itemIds.length === 0 ? null : [...itemIds]}::text[]
          from owner`.execute(db)
      return (await unlessReferred(added, null))?.numAffectedRows === 1n
    },
    async delete({ userId, id }, since, at) {
      const { numUpdatedRows } = await db
        .updateTable('stored_responses')
        .set({ deleted_at: at })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where('created_at', '>=', since)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await remove(sql<boolean>`(response.user_id = ${userId} and response.id = ${id})`, 1)
      return true
    },
    async closedAccounts(limit) {
      const { rows } = await sql<{ readonly id: string }>`
        select id from users where deactivated_at is not null
           and exists (select from stored_responses where user_id = users.id) limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },
    removeOfClosed: (userId, limit) => removeOfClosed(db, userId, limit),
    prune: (since, limit) =>
      remove(sql<boolean>`(response.created_at < ${since} or response.deleted_at is not null)`, limit),
    async accountsOver(bytes, madeSince, limit) {
      const { rows } = await sql<{ readonly user_id: string }>`
        select user_id from stored_responses
         where user_id in (select user_id from stored_responses where created_at >= ${madeSince}::timestamptz)
         group by user_id having ${HELD} > ${bytes}::bigint limit ${limit}::integer`.execute(db)
      return rows.map(({ user_id }) => user_id)
    },
    removeIdlest: (userId, bytes, limit) => removeIdlest(db, { userId, bytes, limit }),
    async reseal({ userId, id, sealed: { keyId } }, { sealed, sealedFrame }) {
      await db
        .updateTable('stored_responses')
        .set({ key_id: sealed.keyId, sealed: sealed.bytes, sealed_frame: sealedFrame })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('key_id', '=', keyId)
        .execute()
    },
  }
}

/** The length of what is stored apart is read from its pointer. */
const HELD = sql`sum(octet_length(sealed) + coalesce(octet_length(sealed_frame), 0))`

/** `gone`: rows that no other continues, and those before each of them that nothing else continues. */
const withEarlier = (ends: ReturnType<typeof sql>) => sql`
  gone as (
    ${ends}
    union all
    select earlier.user_id, earlier.id, earlier.previous_id, gone.place
      from gone join stored_responses as earlier on earlier.user_id = gone.user_id and earlier.id = gone.previous_id
     where not exists (
       select from stored_responses as other
        where other.user_id = earlier.user_id and other.previous_id = earlier.id and other.id <> gone.id))`

const removeIdlest = async (
  db: Kysely<Database>,
  { userId, bytes, limit }: { readonly userId: string; readonly bytes: number; readonly limit: number },
): Promise<number> => {
  const removed = sql`
    with recursive idlest as materialized (
      select user_id, id, previous_id, row_number() over (order by created_at, id) as place
        from stored_responses as response
       where user_id = ${userId} and not ${isContinued} order by created_at, id limit ${limit}),
    ${withEarlier(sql`select user_id, id, previous_id, place from idlest`)},
    sized as (select place, ${HELD} as bytes from gone join stored_responses using (user_id, id) group by place),
    reached as (select place, sum(bytes) over (order by place) - bytes as before from sized),
    held as (select ${HELD} as bytes from stored_responses where user_id = ${userId})
    delete from stored_responses where (user_id, id) in (
      select gone.user_id, gone.id from gone join reached using (place) join held on before < held.bytes - ${bytes}::bigint)`.execute(
    db,
  )
  return Number((await unlessReferred(removed, null))?.numAffectedRows ?? 0n)
}

/** The later rows of a chain come first, so that no row is left whose earlier one is removed. */
const removeOfClosed = async (db: Kysely<Database>, userId: string, limit: number): Promise<number> => {
  const removed = sql`
    with recursive ends as (
      select user_id, id, previous_id, 0 as place from stored_responses as response
       where user_id = (select id from users where id = ${userId} and deactivated_at is not null) and not ${isContinued}
       limit ${limit}),
    ${withEarlier(sql`select user_id, id, previous_id, place from ends`)}
    delete from stored_responses where (user_id, id) in (select user_id, id from gone limit ${limit})`.execute(db)
  return Number((await unlessReferred(removed, null))?.numAffectedRows ?? 0n)
}

export const kyselyStoredResponses = (db: Kysely<Database>): ResponseStore => ({ ...reads(db), ...writes(db) })

const toChainSize = (row: Pick<Row, (typeof CHAIN_COLUMNS)[number]>): StoredResponse['chain'] => ({
  responses: row.chain_responses,
  items: row.chain_items,
  bytes: Number(row.chain_bytes),
  values: row.chain_values,
})

const toItems = (row: ItemRow): StoredItems => ({
  id: row.id,
  userId: row.user_id,
  previousId: row.previous_id,
  sealed: { keyId: row.key_id, bytes: new Uint8Array(row.sealed) },
})

const toResponse = (row: Row): StoredResponse => ({
  ...toItems(row),
  createdAt: row.created_at,
  chain: toChainSize(row),
  sealedFrame: row.sealed_frame === null ? null : new Uint8Array(row.sealed_frame),
  itemIds: row.item_ids ?? [],
})
