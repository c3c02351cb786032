import { sql } from 'kysely'
import { kyselyGallery } from '../../src/adapters/persistence/conversations/gallery.ts'
import { openLedger } from '../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { OpenLedger } from '../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyHolds } from '../../src/adapters/persistence/billing/holds.ts'
import { kyselyInstances } from '../../src/adapters/persistence/instances/instances.ts'
import { auditViolations } from '../support/ledger/audit-violations.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../src/adapters/persistence/stores.ts'
import type { Ledger } from '../../src/application/ports/billing/ledger.ts'
import type { Message, MessageState } from '../../src/domain/conversation/message.ts'
import { systemAccountId } from '../../src/domain/ledger/account.ts'
import type { VideoState } from '../../src/domain/video/video-job.ts'
import type { TestDatabase } from '../support/servers/databases.ts'
import { topUpCommand } from '../support/ledger/ledger-commands.ts'
import { memoryMediaStore } from '../twins/media/memory-media-store.ts'
import { BONUS_MICRO, idSeries } from './installation.ts'
import type { Facts, HoldFact, Installation, RecordFact, TransferFact } from './installation.ts'

/** Everything in one statement: it is read after every step. Sums come as text, times as milliseconds. */
const factsQuery = (userId: string, walletId: string) => sql<{ readonly facts: FactRows }>`
  select json_build_object(
    'wallet', (select json_build_object('balance', balance::text, 'held', held::text)
                 from accounts where id = ${walletId}),
    'holds', (select coalesce(json_agg(json_build_object(
                'id', id, 'state', state, 'amount', amount::text, 'settledAmount', settled_amount::text,
                'expiresAtMs', case when isfinite(expires_at) then extract(epoch from expires_at) * 1000 end)), '[]')
                from holds where wallet = ${walletId}),
    'transfers', (select coalesce(json_agg(json_build_object(
                    'id', id, 'kind', kind, 'holdId', hold_id,
                    'moved', (case when debit = wallet then -amount else amount end)::text)), '[]')
                    from transfers where wallet = ${walletId}),
    'records', (select coalesce(json_agg(json_build_object(
                  'scope', scope, 'key', key, 'operationId', operation_id, 'state', state, 'status', (facts ->> 'status')::int)), '[]')
                  from idempotency_records where user_id = ${userId}),
    'messages', (select coalesce(json_agg(json_build_object(
                   'id', id, 'conversationId', conversation_id, 'role', role, 'replyTo', reply_to,
                   'status', status, 'chargedMicro', charged::text) order by position), '[]')
                   from messages where conversation_id in (select id from conversations where user_id = ${userId})),
    'videos', (select coalesce(json_agg(json_build_object('id', id, 'state', state)), '[]')
                from video_jobs where user_id = ${userId}),
    'shown', (select coalesce(json_agg(owner_id), '[]') from media_assets where gallery_of = ${userId} and not sent)
  ) as facts`

interface FactRows {
  readonly wallet: { readonly balance: string; readonly held: string }
  readonly holds: readonly (Pick<HoldFact, 'state' | 'expiresAtMs'> & {
    readonly id: string
    readonly amount: string
    readonly settledAmount: string | null
  })[]
  readonly transfers: readonly (Omit<TransferFact, 'moved'> & { readonly moved: string })[]
  readonly records: readonly RecordFact[]
  readonly messages: readonly {
    readonly id: string
    readonly conversationId: string
    readonly role: Message['role']
    readonly replyTo: string
    readonly status: MessageState['tag']
    readonly chargedMicro: string
  }[]
  readonly videos: readonly { readonly id: string; readonly state: VideoState['tag'] }[]
  readonly shown: readonly string[]
}

const messageOf = ({
  id,
  conversationId,
  role,
  replyTo,
  status,
  chargedMicro,
}: FactRows['messages'][number]): Message => {
  const facts = { id, conversationId, content: '', createdAtMs: 0 }
  if (role === 'user') return { ...facts, role }
  const error = { code: 'as written', message: 'as written' }
  const state = status === 'failed' ? { tag: status, error } : { tag: status }
  return { ...facts, role, replyTo, state, chargedMicro: BigInt(chargedMicro) }
}

const factsOf = async ({ db }: TestDatabase, userId: string, walletId: string, aheadMs: number): Promise<Facts> => {
  const { rows } = await factsQuery(userId, walletId).execute(db)
  const { wallet, holds, transfers, records, messages, videos, shown } = rows[0]!.facts
  return {
    wallet: { balance: BigInt(wallet.balance), held: BigInt(wallet.held) },
    holds: new Map(
      holds.map(({ id, state, amount, settledAmount, expiresAtMs }) => [
        id,
        {
          state,
          amount: BigInt(amount),
          settledAmount: settledAmount === null ? null : BigInt(settledAmount),
          expiresAtMs: expiresAtMs === null ? null : expiresAtMs + aheadMs,
        },
      ]),
    ),
    transfers: transfers.map((transfer) => ({ ...transfer, moved: BigInt(transfer.moved) })),
    records,
    messages: new Map(messages.map((row) => [row.id, messageOf(row)])),
    videos: new Map(videos.map(({ id, state }) => [id, state])),
    shown,
  }
}

/** New customers on one database, one a history: each history leaves nothing under way behind. */
export const databaseInstallations = (database: TestDatabase): ((series: number) => Promise<Installation>) => {
  // A cached ledger is worth its opening only with several processes, where each may find its cache outdated.
  const ledgers = [openLedger(database.open.batches), openLedger(database.open.batches)] as const
  return (series) => install(database, ledgers, series)
}

const openAccount = async ({ db }: TestDatabase, ledger: Ledger, userId: string, walletId: string): Promise<void> => {
  const email = `${userId}@example.org`
  await db.insertInto('users').values({ id: userId, email, email_folded: email }).execute()
  await kyselyStores(db).wallets.open({ id: walletId, owner: userId, currency: 'TOKEN' })
  const debit = systemAccountId('promo', 'TOKEN')
  await ledger.submit(topUpCommand(walletId, BONUS_MICRO, { kind: 'bonus', debit }))
}

const install = async (
  database: TestDatabase,
  ledgers: readonly [OpenLedger, OpenLedger],
  series: number,
): Promise<Installation> => {
  const { db } = database
  const ids = idSeries(series)
  const [userId, walletId] = [ids.next(), ids.next()]
  await openAccount(database, ledgers[0], userId, walletId)

  // The clock of the processes runs ahead; the times of holds, which count by the database's clock, are brought
  // forward.
  let aheadMs = 0
  let opened = 0
  const now = (): number => Date.now() + aheadMs
  return {
    userId,
    walletId,
    stores: kyselyStores(db),
    unitOfWork: kyselyUnitOfWork(db, ledgers[0]),
    openLedger: () => ledgers[(opened += 1) % 2]!,
    holds: kyselyHolds(db),
    instances: kyselyInstances(db),
    gallery: kyselyGallery(db),
    media: memoryMediaStore(now),
    ids,
    now,
    pass: async (seconds) => {
      aheadMs += seconds * 1000
      const earlier = sql<Date>`expires_at - make_interval(secs => ${seconds})`
      const open = db.updateTable('holds').set({ expires_at: earlier }).where('wallet', '=', walletId)
      await open.where('state', '=', 'held').execute()
    },
    facts: () => factsOf(database, userId, walletId, aheadMs),
    violations: () => auditViolations(db),
  }
}
