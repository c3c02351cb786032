import { sql } from 'kysely'
import { MIGRATION_OPTIONS, openPostgres } from '../../src/adapters/persistence/engine/postgres.ts'
import { systemAccountId } from '../../src/domain/ledger/account.ts'
import { firstIdAt } from '../../src/domain/ledger/operation-time.ts'
import { HEAVY, HEAVY_WALLET, timedId, uuidOf, writeDeepReceipts } from '../../test/support/ledger/deep-receipts.ts'
import { writeDeepHistory } from '../../test/support/turns/deep-history.ts'

/** How much there is of everything that a page of the console lists, beside conversations, their messages and files. */
export const SCALE = {
  receipts: 1_000_000,
  accounts: 100_000,
  topUps: 300_000,
  sessions: 100_000,
  actions: 100_000,
  deliveries: 200_000,
  mail: 100_000,
} as const

const DAY_MS = 86_400_000
/** Everything lies in the last days, so that sums over a month and over a day have much to sum up. */
const DAYS = 90

/** The account that has most of everything. Its password is the one of the account that was copied. */
export const HEAVY_EMAIL = '0@example.org'

/** The rows of one table: thing n of so many was made at this moment, in milliseconds since the epoch. */
const spread = (count: number): string => `
    from generate_series(0, ${count - 1}) as n
   cross join lateral (
     select (extract(epoch from now()) * 1000 - ${DAYS * DAY_MS} + n::float8 * ${DAYS * DAY_MS} / ${count})::bigint as at) as timed
   cross join lateral (select ${timedId('at', 'n')} as id, to_timestamp(at / 1000.0) as made) as named`

const TOP_UPS = `
  insert into top_ups (id, user_id, wallet, currency, amount, price, status, provider, payment_id, created_at, ended_at)
  select id, owner, wallet, 'RUB', 500000000, 500000000, status, 'elsewhere', 'payment-' || n, made,
         case when status <> 'pending' then made end
  ${spread(SCALE.topUps)}
   cross join lateral (
     select case when n % 10 = 0 then '${HEAVY}' else ${uuidOf('1', `1 + n % ${SCALE.accounts}`)} end as owner,
            case when n % 10 = 0 then '${HEAVY_WALLET}' else ${uuidOf('2', `1 + n % ${SCALE.accounts}`)} end as wallet,
            case when n % 100 = 7 then 'pending' when n % 10 = 3 then 'canceled' else 'succeeded' end as status) as facts;
  insert into top_up_refunds (id, top_up, amount, price, status, created_at, ended_at)
  select gen_random_uuid(), id, amount, price, 'succeeded', created_at, created_at
    from top_ups where status = 'succeeded' and random() < 0.01;
  insert into transfers (id, kind, currency, debit, credit, wallet, amount, balance_after, reference_kind, reference_id,
                         description, created_at)
  select id, 'topup', 'RUB', '${systemAccountId('deposits', 'RUB')}', wallet, wallet, amount, 0, 'topup', id, 'top-up', created_at
    from top_ups where status = 'succeeded'`

const TOKEN_WALLETS = `
  insert into accounts (id, kind, owner, currency)
  select ${uuidOf('7', 'n')}, 'user', ${uuidOf('1', 'n')}, 'TOKEN' from generate_series(0, ${SCALE.accounts}) as n`

/** Calls that run. */
const OPEN_HOLDS = `
  insert into holds (id, wallet, currency, amount, state, reference, expires_at)
  select gen_random_uuid(), '${HEAVY_WALLET}', 'RUB', 1000, 'held', 'chat:open-' || n, now() + interval '1 day'
    from generate_series(1, 500) as n`

const SESSIONS = `
  insert into sessions (id, user_id, secret_id, family_hash, current_hash, turned_at, created_at, authenticated_at)
  select id, ${uuidOf('1', 'n')}, gen_random_uuid(), decode(lpad(to_hex(n), 64, '0'), 'hex'),
         decode(lpad(to_hex(n), 64, '1'), 'hex'), made, made, made
  ${spread(SCALE.sessions)}`

const ACTIONS = `
  insert into operator_actions (id, at, operator, command, arguments, exit_code, subject, before, after, reason)
  select id, made, 'operator-' || n % 10 || '@example.org', 'users credit', '[]', 0, ${uuidOf('1', `n % ${SCALE.accounts}`)}::text,
         '{"balance": "100.00"}', '{"balance": "112.50"}', 'an apology'
  ${spread(SCALE.actions)}`

const WEBHOOK = '01890000-0006-7000-8000-000000000000'

const WEBHOOKS = `
  insert into webhooks (id, user_id, url, secret, created_at)
  select ${uuidOf('6', 'n')}, '${HEAVY}', 'https://example.org/hooks/' || n, 'whsec_', now() from generate_series(0, 4) as n;
  insert into webhook_deliveries (id, webhook_id, event_id, kind, data, occurred_at, attempts, next_attempt_at, last_status,
                                  created_at, ended_at, outcome)
  select id, ${uuidOf('6', 'n % 5')}, gen_random_uuid(), 'balance.low', '{}', made, 1, made, 200, made, now(), 'delivered'
  ${spread(SCALE.deliveries)}`

const MAIL = `
  insert into outgoing_mail (id, kind, recipient, locale, next_attempt_at, created_at, ended_at, outcome)
  select id, 'balance_low', n || '@example.org', 'en', case when n % 100 = 0 then now() + interval '1 day' else made end, made,
         case when n % 100 > 0 then now() end, case when n % 100 > 0 then 'sent' end
  ${spread(SCALE.mail)}`

/** The account that has most of everything is signed in to as the one that has this id, and is an operator as well. */
const signInAs = (id: string) => sql`
  update users set password_hash = model.password_hash, email_verified = true, owner_proven_at = now(), operator_since = now()
    from (select password_hash from users where id = ${id}) as model
   where users.id = ${HEAVY}`

/**
 * What lies in the middle of each list that has pages, and things of the heavy account that have a page of their own.
 */
export interface ScaleRows {
  readonly heavyAccount: string
  readonly middleAccount: string
  readonly middleMoment: string
  readonly middleTransfer: string
  readonly operation: string
  readonly rareModel: string
  readonly keyId: string
  readonly topUp: string
  readonly conversation: string
  readonly middleMessage: string
  readonly webhook: string
}

/**
 * Fills a migrated database that has no more than one account, whose password opens the heavy account afterwards. Takes
 * a superuser, whose session checks no references.
 */
export const writeScaleRows = async (url: string, likeAccount: string): Promise<ScaleRows> => {
  const lastMs = Date.now()
  const firstMs = lastMs - DAYS * DAY_MS
  const { receipts, accounts: neighbours } = SCALE
  const { rareModel, keyId } = await writeDeepReceipts(url, { receipts, neighbours, firstMs, lastMs })
  const { conversationId, messageAt } = await writeDeepHistory(url)
  const { db, close } = await openPostgres(url, MIGRATION_OPTIONS)
  try {
    await db.transaction().execute(async (bound) => {
      await sql`set local session_replication_role = replica`.execute(bound)
      for (const insert of [TOKEN_WALLETS, TOP_UPS, OPEN_HOLDS, SESSIONS, ACTIONS, WEBHOOKS, MAIL])
        await sql.raw(insert).execute(bound)
      await signInAs(likeAccount).execute(bound)
    })
    await sql`vacuum analyze`.execute(db)
    const { rows } = await sql<Pick<ScaleRows, 'operation' | 'middleTransfer' | 'topUp'>>`
      select (select id from holds where wallet = ${HEAVY_WALLET} and state <> 'held' order by id desc limit 1) as operation,
             (select (min(seq) + max(seq)) / 2 from transfers)::text as "middleTransfer",
             (select id from top_ups where status = 'succeeded' order by id desc limit 1) as "topUp"`.execute(db)
    const [found] = rows
    if (found === undefined) throw new Error('there are no rows')
    return {
      ...found,
      heavyAccount: HEAVY,
      middleAccount: `01890000-0001-7000-8000-${(SCALE.accounts / 2).toString(16).padStart(12, '0')}`,
      middleMoment: firstIdAt((firstMs + lastMs) / 2),
      rareModel,
      keyId,
      conversation: conversationId,
      middleMessage: messageAt(50_000),
      webhook: WEBHOOK,
    }
  } finally {
    await close()
  }
}
