import { sql } from 'kysely'
import { MIGRATION_OPTIONS, openPostgres } from '../../../src/adapters/persistence/engine/postgres.ts'
import { uuidOf } from '../ledger/deep-receipts.ts'

/** How much there is of everything. The heavy user has a fifth of the conversations and a quarter of the files. */
export const DEEP = {
  conversations: 50_000,
  messages: 1_000_000,
  /** Of the one conversation that has far more than any other. */
  deepMessages: 100_000,
  files: 200_000,
} as const

export interface DeepHistory {
  readonly userId: string
  /** The long conversation of that user. */
  readonly conversationId: string
  /** The message at that place of it, the first being 1. */
  readonly messageAt: (place: number) => string
}

const HEAVY = '01890000-0001-7000-8000-000000000000'
const LONG = '01890000-0002-7000-8000-000000000000'
const NEIGHBOURS = 200

const USERS = `
  insert into users (id, email, email_folded)
  select ${uuidOf('1', 'n')}, n || '@example.org', n || '@example.org' from generate_series(0, ${NEIGHBOURS}) as n
      on conflict (id) do nothing`

/** Every fifth is the heavy user's, every seventh archived; activity is in no order of their making. */
const CONVERSATIONS = `
  insert into conversations (id, user_id, catalog_slug, model, kind, title, archived_at, created_at, updated_at)
  select ${uuidOf('2', 'n')}, case when n % 5 = 0 then '${HEAVY}' else ${uuidOf('1', `1 + n % ${NEIGHBOURS}`)} end,
         'sandbox/echo', 'sandbox/echo', 'text', 'a title of some length ' || n,
         case when n % 7 = 3 then timestamptz '2026-01-01' end, timestamptz '2026-01-01',
         timestamptz '2026-01-01' + make_interval(secs => n * 7919 % ${DEEP.conversations + 1})
    from generate_series(0, ${DEEP.conversations}) as n`

/** Question and answer in turn; every tenth pair belongs to the long conversation. */
const MESSAGES = `
  insert into messages (id, position, conversation_id, role, content, reply_to, status, charged, created_at)
  select ${uuidOf('3', 'n')}, place * 2 + 2 - n % 2, conversation, case n % 2 when 1 then 'user' else 'assistant' end,
         'a message of the earlier history '  || n, case n % 2 when 0 then ${uuidOf('3', 'n - 1')} end, 'done',
         case n % 2 when 0 then 1 end, timestamptz '2026-01-01' + make_interval(secs => n)
    from (select n, pair, case when pair % 10 = 0 then pair / 10 - 1 else (pair - pair / 10) / ${DEEP.conversations} end as place,
                 case when pair % 10 = 0 then '${LONG}'
                      else ${uuidOf('2', `1 + (pair - pair / 10) % ${DEEP.conversations}`)} end as conversation
            from (select n, (n + 1) / 2 as pair from generate_series(1, ${DEEP.messages}) as n) as pairs) as placed`

/**
 * A quarter is the heavy user's gallery, a quarter in no gallery; a tenth of each are videos. The user sent a tenth.
 */
const FILES = `
  insert into media_assets (owner_id, idx, mime_type, width, height, size_bytes, address, sent, gallery_of)
  select case n % 4 when 3 then ${uuidOf('4', 'n')} else ${uuidOf('3', 'n * 4')} end, 0,
         case when n % 40 in (0, 3) then 'video/mp4' else 'image/png' end, 64, 64, 1000, lpad(to_hex(n), 64, '0'), n % 40 = 20,
         case n % 4 when 0 then '${HEAVY}' when 3 then null else ${uuidOf('1', `1 + n % ${NEIGHBOURS}`)} end
    from generate_series(1, ${DEEP.files}) as n`

/** Videos of the public gateway, of which one in ten still has its file, and half of those have expired. */
const VIDEOS = `
  insert into video_jobs
    (id, user_id, wallet, model, tariff_version, price_per_second, prompt, seconds, resolution, audio, instance,
     deployment, upstream_job_id, attempts, state, progress, finished_seconds, price, created_at, completed_at, expires_at)
  select ${uuidOf('4', 'n')}, '${HEAVY}', '${HEAVY}', 'sandbox/video', 'v1', 1, 'a red boat', 4, '720p', false, 'here',
         '{}', 'up', '[]', 'completed', 100, 4, 4, timestamptz '2026-01-01', timestamptz '2026-01-01',
         timestamptz '2026-01-01' + make_interval(years => case n % 80 when 3 then 100 else 0 end)
    from generate_series(3, ${DEEP.files}, 4) as n`

/** Of a hundred recorded answers one is too large for its row. */
const ANSWERS = `
  insert into idempotency_records
    (user_id, scope, key, request_hash, operation_id, fence, instance, state, status, content_type, body, body_address,
     lease_expires_at, ended_at)
  select '${HEAVY}', 'images', n::text, decode(repeat('00', 32), 'hex'), ${uuidOf('5', 'n')}, ${uuidOf('6', 'n')}, 'here',
         'succeeded', 200, 'application/json', '', case n % 100 when 0 then lpad(to_hex(n), 64, '0') end, now(), now()
    from generate_series(1, 20000) as n`

const INSERTS = [USERS, CONVERSATIONS, MESSAGES, FILES, VIDEOS, ANSWERS]

/**
 * Fills a database without conversations as years of use would. Takes a superuser: without checking a million
 * references the rows are there in seconds.
 */
export const writeDeepHistory = async (url: string): Promise<DeepHistory> => {
  const { db, close } = await openPostgres(url, MIGRATION_OPTIONS)
  try {
    for (const table of ['messages', 'media_assets'])
      await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
    await db.transaction().execute(async (bound) => {
      await sql`set local session_replication_role = replica`.execute(bound)
      for (const insert of INSERTS) await sql.raw(insert).execute(bound)
    })
    await sql`vacuum analyze`.execute(db)
  } finally {
    await close()
  }
  // Every tenth pair of messages is of the long conversation: the pairs 10, 20, 30 …
  const numberOf = (place: number): number => Math.ceil(place / 2) * 20 - (place % 2)
  const messageAt = (place: number): string =>
    `01890000-0003-7000-8000-${numberOf(place).toString(16).padStart(12, '0')}`
  return { userId: HEAVY, conversationId: LONG, messageAt }
}
