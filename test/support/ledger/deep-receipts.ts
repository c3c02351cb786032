import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { MIGRATION_OPTIONS, openPostgres } from '../../../src/adapters/persistence/engine/postgres.ts'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'
import { endedRows, FIGURES, KEYS, SUMMED } from '../../../src/adapters/persistence/usage/usage-rows.ts'

export interface DeepReceipts {
  /** Whose the receipts are, but for a fifth. */
  readonly userId: string
  readonly keyId: string
  readonly rareModel: string
  readonly firstMs: number
  readonly lastMs: number
}

/** How many receipts there are, and whose and from when they are. */
export interface ReceiptDepth {
  readonly receipts: number
  /** How many other accounts share a fifth of them. */
  readonly neighbours: number
  readonly firstMs: number
  readonly lastMs: number
}

/** The first account of all; the others follow by number. */
export const HEAVY = '01890000-0001-7000-8000-000000000000'
export const HEAVY_WALLET = '01890000-0002-7000-8000-000000000000'

const KEYS_OF_HEAVY = 5
const RARE = 'maker/rare'
/** Of all receipts together, so that a page of them is spread over the year. */
const RARE_RECEIPTS = 200

/** SQL of the id of the thing of this kind and number. Of receipts 1 is a user, 2 the wallet of that user, 3 a key. */
export const uuidOf = (kind: string, number: string): string =>
  `('01890000-000${kind}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** SQL of the id of the thing that was made as number n at this moment, in milliseconds since the epoch. */
export const timedId = (at: string, n: string): string =>
  `(overlay(lpad(to_hex((${at})::bigint), 12, '0') placing '-' from 9 for 0) || '-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** The wallet has the id of its user, with the digit 2. */
const people = ({ neighbours }: ReceiptDepth): string => `
  insert into users (id, email, email_folded)
  select ${uuidOf('1', 'n')}, n || '@example.org', n || '@example.org' from generate_series(0, ${neighbours}) as n;
  insert into accounts (id, kind, owner, currency)
  select ${uuidOf('2', 'n')}, 'user', ${uuidOf('1', 'n')}, 'RUB' from generate_series(0, ${neighbours}) as n;
  insert into api_keys (id, user_id, name, key_hash, prefix, last_four, created_at)
  select ${uuidOf('3', 'n')}, '${HEAVY}', 'key ' || n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 'sk-aiagg-abc', 'wxyz', now()
    from generate_series(0, ${KEYS_OF_HEAVY - 1}) as n`

/** Operation n of so many, evenly spread over the time. Each key is of a program that calls two models in one way. */
const operations = ({ receipts, neighbours, firstMs, lastMs }: ReceiptDepth): string => `
  select n, case when n % 5 = 4 then ${uuidOf('2', `1 + n / 5 % ${neighbours}`)} else '${HEAVY_WALLET}' end as wallet,
         case when n % 5 < 4 then ${uuidOf('3', `n % ${KEYS_OF_HEAVY}`)} end as key,
         to_timestamp(at / 1000.0) as began, ${timedId('at', 'n')} as id,
         case when n % ${Math.max(1, Math.floor(receipts / RARE_RECEIPTS / 5)) * 5} = 2 then '${RARE}'
              else 'maker/model-' || n % ${KEYS_OF_HEAVY} || '-' || n / ${KEYS_OF_HEAVY} % 2 end as model
    from generate_series(0, ${receipts - 1}) as n
   cross join lateral (select ${firstMs} + n::bigint * ${lastMs - firstMs} / ${receipts} as at) as timed`

const holds = (depth: ReceiptDepth): string => `
  insert into holds (id, wallet, currency, amount, state, settled_amount, reference, budget_id, receipt, expires_at,
                     created_at, ended_at)
  select id, wallet, 'RUB', 2000000, 'settled', 1000000 + n % 1000, 'chat:' || id, key,
         jsonb_build_object('model', model, 'kind', 'chat', 'surface', (array['chat', 'responses', 'messages'])[1 + n % ${KEYS_OF_HEAVY} % 3],
           'deployment', jsonb_build_object('provider', 'maker', 'upstream_model', 'm'), 'estimated', false,
           'usage', jsonb_build_object('prompt_tokens', 100 + n % 900, 'cached_tokens', 0, 'cache_write_tokens', 0,
                                       'completion_tokens', n % 500, 'reasoning_tokens', 0),
           'tariff_version', 'v1', 'outcome', 'succeeded',
           'attempts', jsonb_build_array(jsonb_build_object('provider', 'maker', 'upstream_model', 'm', 'outcome', 'answered',
                                                            'upstream_request_id', null))),
         began, began, began
    from (${operations(depth)}) as operations`

const CHARGES = `
  insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, balance_after, reference_kind,
                         reference_id, description, operation_id, tariff_version, created_at)
  select id, 'charge', 'RUB', wallet, '00000000-0000-7000-8000-000000000011', wallet, settled_amount, id, 0, 'chat', id,
         'maker/model', id, 'v1', ended_at
    from holds`

const partitions = ({ firstMs, lastMs }: ReceiptDepth): string => `
  do $$ declare month timestamptz; begin
    for month in select generate_series(date_trunc('month', to_timestamp(${firstMs / 1000})),
                                        to_timestamp(${lastMs / 1000}), interval '1 month') loop
      execute format('create table if not exists usage_hours_%s partition of usage_hours for values from (%L) to (%L)',
        to_char(month, 'YYYY_MM'), month, month + interval '1 month');
    end loop;
  end $$`

/** What the counting would leave: every hour with its sums. */
const countAll = async (db: Kysely<Database>, depth: ReceiptDepth): Promise<void> => {
  await sql.raw(`set local timezone = 'UTC'; ${partitions(depth)}`).execute(db)
  // With the triggers that keep the sums.
  await sql`set local session_replication_role = origin`.execute(db)
  await sql`
    insert into usage_hours (${KEYS}, ${sql.join(FIGURES.map((name) => sql.ref(name)))})
    select ${KEYS}, ${SUMMED} from (${endedRows(sql`select * from holds`)}) as each group by ${KEYS}`.execute(db)
}

const YEAR_2025 = { firstMs: Date.UTC(2025, 0, 1), lastMs: Date.UTC(2026, 0, 1) }

/**
 * Fills an empty database with a year of so many receipts, counted. Takes a superuser, whose session checks no
 * triggers; nothing of it survives a crash of the server.
 */
export const writeDeepReceipts = async (
  url: string,
  given: Pick<ReceiptDepth, 'receipts'> & Partial<ReceiptDepth>,
): Promise<DeepReceipts> => {
  const depth = { neighbours: 200, ...YEAR_2025, ...given }
  const { db, close } = await openPostgres(url, MIGRATION_OPTIONS)
  try {
    for (const table of ['holds', 'transfers']) await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
    await db.transaction().execute(async (bound) => {
      await sql`set local session_replication_role = replica`.execute(bound)
      for (const insert of [people(depth), holds(depth), CHARGES]) await sql.raw(insert).execute(bound)
      await countAll(bound, depth)
    })
    await sql`vacuum analyze`.execute(db)
  } finally {
    await close()
  }
  return {
    userId: HEAVY,
    keyId: '01890000-0003-7000-8000-000000000001',
    rareModel: RARE,
    firstMs: depth.firstMs,
    lastMs: depth.lastMs,
  }
}
