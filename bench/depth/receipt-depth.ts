import { sql } from 'kysely'
import { kyselyReceipts } from '../../src/adapters/persistence/billing/receipts.ts'
import { openPostgres } from '../../src/adapters/persistence/engine/postgres.ts'
import { kyselyUsageLog } from '../../src/adapters/persistence/usage/usage-log.ts'
import type { ReceiptFilter } from '../../src/application/ports/billing/receipt-log.ts'
import { firstIdAt } from '../../src/domain/ledger/operation-time.ts'
import { writeDeepReceipts } from '../../test/support/ledger/deep-receipts.ts'
import { withOwnDatabase } from '../own-database.ts'
import { number } from '../report.ts'
import type { Gate } from '../report.ts'
import { ascending, percentile } from '../statistics.ts'
import { EVERY_RECEIPT } from '../../test/support/ledger/every-receipt.ts'

/** How long one reading takes. */
interface ReadingTime {
  readonly reading: string
  readonly p50Ms: number
  readonly p99Ms: number
}

interface ReceiptBench {
  readonly receipts: number
  readonly readings: readonly ReadingTime[]
  /** Of a query that reads nothing, in the same rounds. */
  readonly trivialP50Ms: number
}

const LIMIT = 50
const WARM_UP = 10
const ROUNDS = 100
const TRIVIAL = 'a query that reads nothing'

/** Each reads and answers whether it found what it should. */
type Readings = Readonly<Record<string, () => Promise<boolean>>>

/** In turn, so that other work of the machine slows all of them alike. */
const measure = async (readings: Readings): Promise<readonly ReadingTime[]> => {
  const times = new Map(Object.keys(readings).map((reading): [string, number[]] => [reading, []]))
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [reading, read] of Object.entries(readings)) {
      const startedAt = performance.now()
      if (!(await read())) throw new Error(`${reading}: it found less than there is, and would prove nothing`)
      if (round >= 0) times.get(reading)?.push(performance.now() - startedAt)
    }
  }
  return [...times].map(([reading, taken]) => {
    const sorted = ascending(taken)
    return { reading, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
  })
}

/** How long pages and sums take among so many receipts, on a database of its own, which it drops. */
export const benchReceiptDepth = (receipts: number): Promise<ReceiptBench> =>
  withOwnDatabase(async (url) => {
    const { userId, keyId, rareModel, firstMs, lastMs } = await writeDeepReceipts(url, { receipts })
    const { db, close } = await openPostgres(url)
    try {
      const log = kyselyReceipts(db)
      const page =
        (filter: Partial<ReceiptFilter>, before: string | null, least = LIMIT) =>
        async (): Promise<boolean> => {
          const found = await log.page({
            ownerId: userId,
            filter: { ...EVERY_RECEIPT, ...filter },
            before,
            limit: LIMIT,
          })
          return found.rows.length >= least
        }
      const deep = firstIdAt(firstMs + (lastMs - firstMs) / 3)
      const days = (keyOnly: string | null) => async (): Promise<boolean> => {
        const query = {
          accountId: userId,
          currency: 'RUB',
          model: null,
          surface: null,
          timeZone: 'Europe/Moscow',
        } as const
        const range = { from: new Date(firstMs), to: new Date(lastMs) }
        return (await kyselyUsageLog(db).sum({ ...query, ...range, keyId: keyOnly, group: 'day' })).length === 366
      }
      const measured = await measure({
        [TRIVIAL]: async () => (await sql`select 1`.execute(db)).rows.length === 1,
        'requests, first page': page({}, null),
        'requests, deep page': page({}, deep),
        'requests of a key, first page': page({ keyId }, null),
        'requests of a rare model, first page': page({ model: rareModel }, null, 1),
        'requests of a rare model, deep page': page({ model: rareModel }, deep, 1),
        'usage of a year by day': days(null),
        'usage of a year by day, one key': days(keyId),
      })
      return {
        receipts,
        readings: measured.filter(({ reading }) => reading !== TRIVIAL),
        trivialP50Ms: measured.find(({ reading }) => reading === TRIVIAL)?.p50Ms ?? Number.NaN,
      }
    } finally {
      await close()
    }
  })

const READING_GATE_MS = 50

export const receiptTable = ({ receipts, readings, trivialP50Ms }: ReceiptBench): string =>
  [
    `among ${number(receipts)} receipts`.padEnd(44) + ['p50 ms', 'p99 ms'].map((name) => name.padStart(16)).join(''),
    ...readings.map(
      ({ reading, p50Ms, p99Ms }) =>
        reading.padEnd(44) + [p50Ms, p99Ms].map((time) => number(time, 2).padStart(16)).join(''),
    ),
    'a query that reads nothing'.padEnd(44) + number(trivialP50Ms, 2).padStart(16),
  ].join('\n')

/** Sums by day read one row an hour, however many models and keys the account has. */
export const receiptGates = ({ readings }: ReceiptBench): readonly Gate[] =>
  readings.map(({ reading, p50Ms }) => ({
    name: `${reading}, p50`,
    value: p50Ms,
    gate: READING_GATE_MS,
    goal: null,
    direction: 'under',
    unit: ' ms',
  }))
