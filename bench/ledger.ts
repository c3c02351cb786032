import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Ledger } from '../src/application/ports/billing/ledger.ts'
import { openLedger } from '../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { OpenDatabase } from '../src/adapters/persistence/engine/database.ts'
import { openPostgres } from '../src/adapters/persistence/engine/postgres.ts'
import { uuidV7Ids } from '../src/adapters/runtime/uuid-v7-ids.ts'
import { systemAccountId } from '../src/domain/ledger/account.ts'
import type { LedgerCommand, LedgerOutcome } from '../src/domain/ledger/command.ts'
import type { ReceiptFacts } from '../src/domain/ledger/receipt-facts.ts'
import { databaseMeter } from './http/processor-time.ts'
import { withOwnDatabase } from './own-database.ts'
import { ascending, percentile } from './statistics.ts'

export interface LedgerBenchOptions {
  readonly url?: string
  readonly callers?: number
  readonly wallets?: number
  readonly seconds?: number
  readonly batchesInFlight?: number
  readonly withBudget?: boolean
  /** SQL that runs after the migrations, for example to drop a guard and so measure its cost. */
  readonly prepareSql?: string
}

export interface Rate {
  readonly operationsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of PostgreSQL for one paid call, in microseconds. */
  readonly databaseMicros: number
}

export interface LedgerBench {
  /** Holds and settles, half each, through the group commit. */
  readonly batched: Rate
  /** Captures of calls that were admitted against a reservation, through the group commit: one command a call. */
  readonly captured: Rate
  /** The same work, one transaction a command. */
  readonly single: Rate
  readonly ratio: number
}

interface Payer {
  readonly walletId: string
  readonly budgetId: string | null
}

const WARM_UP_MS = 1_000

/** The gateway's own ids: ids that are made one after the other are neighbours in every index. */
const ids = uuidV7Ids({ now: Date.now })

/** Throws unless the command did what the bench needs: a rate that counts refusals would mean nothing. */
const expectTag = async (ledger: Ledger, command: LedgerCommand, tag: LedgerOutcome['tag']): Promise<void> => {
  const outcome = await ledger.submit<LedgerCommand>(command)
  if (isLeft(outcome)) throw new Error(`${command.tag}: ${outcome.left.tag}`)
  if (outcome.right.tag !== tag) throw new Error(`${command.tag}: ${outcome.right.tag}`)
}

const RECEIPT: ReceiptFacts = {
  model: 'sandbox/echo',
  kind: 'chat',
  deployment: null,
  usage: null,
  tariffVersion: null,
  outcome: 'succeeded',
  estimated: false,
  attempts: [],
}

const holdAndSettle = async (ledger: Ledger, payer: Payer, timed: (ms: number) => void): Promise<void> => {
  const operationId = ids.next()
  const { walletId, budgetId } = payer
  const startedAt = performance.now()
  await expectTag(
    ledger,
    {
      tag: 'place_hold',
      holdId: operationId,
      walletId,
      amount: 2_000n,
      reference: { kind: 'chat', id: operationId },
      budgetId,
      instance: 'bench',
      lifeSeconds: 60,
    },
    'held',
  )
  const heldAt = performance.now()
  timed(heldAt - startedAt)
  await expectTag(
    ledger,
    {
      tag: 'settle',
      holdId: operationId,
      walletId,
      price: 1_234n,
      reference: { kind: 'chat', id: operationId },
      description: 'sandbox/echo',
      tariffVersion: 'bench',
      receipt: RECEIPT,
    },
    'settled',
  )
  timed(performance.now() - heldAt)
}

const INSTANCE = 'bench'

interface ReservingPayer extends Payer {
  readonly reservationId: string
  readonly budgetId: string
}

const captureCall = async (ledger: Ledger, payer: ReservingPayer, timed: (ms: number) => void): Promise<void> => {
  const operationId = ids.next()
  const { walletId, budgetId, reservationId } = payer
  const startedAt = performance.now()
  await expectTag(
    ledger,
    {
      tag: 'capture',
      holdId: operationId,
      walletId,
      budgetId,
      reservationId,
      instance: INSTANCE,
      amount: 2_000n,
      cover: 2_000n,
      price: 1_234n,
      releaseReason: 'zero_price',
      reference: { kind: 'chat', id: operationId },
      description: 'sandbox/echo',
      tariffVersion: 'bench',
      receipt: RECEIPT,
    },
    'settled',
  )
  timed(performance.now() - startedAt)
}

/** One paid call of a payer, with the time of each of its commands. */
type Call<P> = (ledger: Ledger, payer: P, timed: (ms: number) => void) => Promise<void>

interface Measured<P> {
  readonly ledger: Ledger
  readonly payers: readonly P[]
  readonly call: Call<P>
  readonly callers: number
  readonly seconds: number
  readonly database: string
}

/** Closed loop: each caller begins its next call when the last is done. */
const measure = async <P>({ ledger, payers, call, callers, seconds, database }: Measured<P>): Promise<Rate> => {
  const latencies: number[] = []
  let calls = 0
  let ofDatabase = (): number => Number.NaN
  const measureFrom = performance.now() + WARM_UP_MS
  const until = measureFrom + seconds * 1000
  const caller = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < until; turn += 1) {
      const payer = payers[turn % payers.length]
      if (payer === undefined) return
      await call(ledger, payer, (ms) => {
        if (performance.now() >= measureFrom) latencies.push(ms)
      })
      if (performance.now() < measureFrom) continue
      if (calls === 0) ofDatabase = databaseMeter(database)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const sorted = ascending(latencies)
  const elapsed = (performance.now() - measureFrom) / 1000
  return {
    operationsPerSecond: Math.round(sorted.length / elapsed),
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    databaseMicros: (ofDatabase() / calls) * 1_000_000,
  }
}

const reserveFor = async (open: OpenDatabase, ledger: Ledger, payers: readonly Payer[]): Promise<ReservingPayer[]> => {
  await sql`insert into instances (id) values (${INSTANCE})`.execute(open.db)
  const reserving: ReservingPayer[] = []
  for (const { walletId } of payers) {
    const of = { walletId, budgetId: randomUUID(), reservationId: randomUUID() }
    await open.db.insertInto('budgets').values({ id: of.budgetId, limit_amount: null }).execute()
    await expectTag(ledger, { tag: 'reserve', ...of, instance: INSTANCE, granted: 100_000_000_000n }, 'reserved')
    reserving.push(of)
  }
  return reserving
}

const makePayers = async (open: OpenDatabase, ledger: Ledger, options: LedgerBenchOptions): Promise<Payer[]> => {
  const payers: Payer[] = []
  for (let made = 0; made < (options.wallets ?? 1); made += 1) {
    const owner = randomUUID()
    const walletId = randomUUID()
    await open.db
      .insertInto('users')
      .values({ id: owner, email: `${owner}@bench`, email_folded: `${owner}@bench` })
      .execute()
    await open.db.insertInto('accounts').values({ id: walletId, kind: 'user', owner, currency: 'RUB' }).execute()
    const budgetId = options.withBudget === false ? null : randomUUID()
    if (budgetId !== null) await open.db.insertInto('budgets').values({ id: budgetId, limit_amount: null }).execute()
    await expectTag(
      ledger,
      {
        tag: 'transfer',
        transferId: randomUUID(),
        kind: 'topup',
        debit: systemAccountId('deposits', 'RUB'),
        credit: walletId,
        amount: 1_000_000_000_000n,
        reverses: null,
        reference: { kind: 'topup', id: 'bench' },
        description: 'bench',
        operationId: null,
      },
      'transferred',
    )
    payers.push({ walletId, budgetId })
  }
  return payers
}

/** Runs on a database of its own, which it drops. The server must be PostgreSQL with fsync on to mean anything. */
export const benchLedger = (options: LedgerBenchOptions = {}): Promise<LedgerBench> =>
  withOwnDatabase(async (url) => {
    const open = await openPostgres(url)
    if (options.prepareSql !== undefined) await sql.raw(options.prepareSql).execute(open.db)
    const { callers = 32, seconds = 5 } = options
    const batchesInFlight = options.batchesInFlight ?? 2
    const ledger = openLedger(open.batches, { batchesInFlight })
    // As many connections as callers, as a service without group commit would have.
    const wide = await openPostgres(url, { ledgerConnections: callers })
    const alone = openLedger(wide.batches, { largestBatch: 1, batchesInFlight: callers })
    const payers = await makePayers(open, ledger, options)
    const database = new URL(url).pathname.slice(1)
    const held = { payers, call: holdAndSettle, callers, database }
    const single = await measure({ ...held, ledger: alone, seconds: Math.max(1, seconds / 2) })
    const batched = await measure({ ...held, ledger, seconds })
    const reserving = await reserveFor(open, ledger, payers)
    const captured = await measure({ payers: reserving, call: captureCall, callers, database, ledger, seconds })
    await Promise.all([ledger.close(), alone.close()])
    await Promise.all([open.close(), wide.close()])
    return { batched, captured, single, ratio: batched.operationsPerSecond / single.operationsPerSecond }
  }, options.url)

const line = (name: string, rate: Rate): string =>
  `${name.padEnd(24)} ${String(rate.operationsPerSecond).padStart(7)} ops/s   p50 ${rate.p50Ms.toFixed(2)} ms   p99 ${rate.p99Ms.toFixed(2)} ms   PostgreSQL ${rate.databaseMicros.toFixed(0)} us a call`

if (import.meta.main) {
  const number = (name: string): number | undefined => {
    const text = process.env[name]
    return text === undefined ? undefined : Number(text)
  }
  const result = await benchLedger({
    callers: number('CALLERS') ?? 32,
    wallets: number('WALLETS') ?? 1,
    seconds: number('SECONDS') ?? 5,
    batchesInFlight: number('IN_FLIGHT') ?? 2,
    withBudget: process.env['BUDGET'] !== 'off',
    ...(process.env['PREPARE_SQL'] === undefined ? {} : { prepareSql: process.env['PREPARE_SQL'] }),
  })
  process.stdout.write(
    [
      line('one transaction a call', result.single),
      line('group commit', result.batched),
      line('captures', result.captured),
      `ratio ${result.ratio.toFixed(1)}`,
      '',
    ].join('\n'),
  )
}
