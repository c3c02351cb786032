import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { Budget } from '../../../src/domain/ledger/budget.ts'
import type { LedgerCommand } from '../../../src/domain/ledger/command.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import type { PeriodLength } from '../../../src/domain/ledger/spend-period.ts'
import { topUpCommand } from '../../support/ledger/ledger-commands.ts'
import { walletOf } from '../../support/ledger/ledger-state.ts'
import { makeWalletIn } from '../../support/ledger/ledger-worlds.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { applyToMemory, ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import type { LedgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { idSeries } from '../installation.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A Monday, at noon in UTC. */
export const START_MS = Date.UTC(2026, 10, 23, 12)

/** A key whose limit starts again after so many days, at midnight of this offset. */
export interface KeyTerms {
  readonly length: PeriodLength
  readonly days: 1 | 7
  readonly timeZone: string
  readonly offsetMs: number
  readonly limit: bigint
}

export const KEYS: readonly KeyTerms[] = [
  { length: 'daily', days: 1, timeZone: 'UTC', offsetMs: 0, limit: 150n },
  { length: 'daily', days: 1, timeZone: '+05:30', offsetMs: 5.5 * HOUR_MS, limit: 120n },
  { length: 'weekly', days: 7, timeZone: 'UTC', offsetMs: 0, limit: 200n },
]

/** Counts periods since 1970, whose first day was a Thursday: no calendar is asked, unlike in the ledger. */
export const endOf = ({ days, offsetMs }: KeyTerms, atMs: number): number => {
  const shiftMs = offsetMs + (days === 7 ? 3 * DAY_MS : 0)
  return (Math.floor((atMs + shiftMs) / (days * DAY_MS)) + 1) * days * DAY_MS - shiftMs
}

export interface KeyFacts {
  readonly keys: ReadonlyMap<string, Pick<Budget, 'limit' | 'held' | 'period'>>
  readonly holds: ReadonlyMap<string, Pick<Hold, 'amount' | 'state' | 'budgetId'>>
  /** Hold id → what was charged for it. */
  readonly charges: ReadonlyMap<string, bigint>
}

/** What outlives processes: an owner with more money than the keys may spend. */
export interface KeyInstallation {
  readonly walletId: string
  /** In the order of `KEYS`. */
  readonly keyIds: readonly string[]
  readonly ids: ReturnType<typeof idSeries>
  /** A process' own ledger, with its cache and its clock. */
  readonly openLedger: (nowMs: () => number) => Ledger
  readonly setLimit: (keyId: string, limit: bigint) => Promise<void>
  readonly facts: () => Promise<KeyFacts>
}

const WALLET_MICRO = 1_000_000n

const budgetOf = (id: string, terms: KeyTerms): Budget & { readonly period: NonNullable<Budget['period']> } => ({
  id,
  limit: terms.limit,
  spent: 0n,
  held: 0n,
  period: { length: terms.length, timeZone: terms.timeZone, spent: 0n, endsAtMs: endOf(terms, START_MS) },
})

/**
 * Changes what a process finds before it decides: a fault of the ledger, planted to see that it is noticed. What it
 * answers puts things back behind the decision.
 */
export type PlantedFault = (memory: LedgerMemory, nowMs: number, command: LedgerCommand) => void | (() => void)

export const memoryKeyInstallation = async (plantedFault: PlantedFault = () => undefined): Promise<KeyInstallation> => {
  const ids = idSeries(1)
  const memory = ledgerMemory()
  const [walletId, keyIds] = [ids.next(), KEYS.map(() => ids.next())]
  memory.wallets.set(walletId, walletOf(0n, 0n, walletId))
  applyToMemory(memory, topUpCommand(walletId, WALLET_MICRO), START_MS)
  for (const [index, id] of keyIds.entries()) memory.budgets.set(id, budgetOf(id, KEYS[index]!))
  return {
    walletId,
    keyIds,
    ids,
    openLedger: (nowMs) => ({
      submit: (command) => {
        const putBack = plantedFault(memory, nowMs(), command)
        const outcome = memoryLedger(memory, nowMs).submit(command)
        putBack?.()
        return outcome
      },
    }),
    setLimit: async (id, limit) => void memory.budgets.set(id, { ...memory.budgets.get(id)!, limit }),
    facts: async () => ({
      keys: new Map(memory.budgets),
      holds: new Map(memory.holds),
      charges: new Map(
        [...memory.transfers.values()].filter(({ kind }) => kind === 'charge').map(({ id, amount }) => [id, amount]),
      ),
    }),
  }
}

const factsOf = async ({ db }: TestDatabase, walletId: string, keyIds: readonly string[]): Promise<KeyFacts> => {
  const [budgets, holds, charges] = await Promise.all([
    db.selectFrom('budgets').selectAll().where('id', 'in', keyIds).execute(),
    db
      .selectFrom('holds')
      .select(['id', 'amount', 'state', 'budget_id as budgetId'])
      .where('wallet', '=', walletId)
      .execute(),
    db
      .selectFrom('transfers')
      .select(['id', 'amount'])
      .where('wallet', '=', walletId)
      .where('kind', '=', 'charge')
      .execute(),
  ])
  return {
    keys: new Map(
      budgets.map((row) => [
        row.id,
        {
          limit: row.limit_amount,
          held: row.held,
          period: row.period && {
            length: row.period,
            timeZone: row.time_zone,
            spent: row.period_spent,
            endsAtMs: row.period_ends_at!.getTime(),
          },
        },
      ]),
    ),
    holds: new Map(holds.map((hold) => [hold.id, hold])),
    charges: new Map(charges.map(({ id, amount }) => [id, amount])),
  }
}

/** A new owner with new keys for each series. */
export const databaseKeyInstallation = async (database: TestDatabase, series: number): Promise<KeyInstallation> => {
  const { db } = database
  const ids = idSeries(series)
  const keyIds = KEYS.map(() => ids.next())
  const walletId = await makeWalletIn(database)
  const open = (nowMs: () => number): Ledger =>
    openLedger(database.open.batches, { nowMs, endsWaitMs: 0, minEndsPerCommit: 1, capturesWaitMs: 0 })
  await open(() => START_MS).submit(topUpCommand(walletId, WALLET_MICRO))
  for (const [index, id] of keyIds.entries()) {
    const { limit, period } = budgetOf(id, KEYS[index]!)
    const { length, timeZone, endsAtMs } = period
    const columns = { period: length, time_zone: timeZone, period_ends_at: new Date(endsAtMs) }
    await db
      .insertInto('budgets')
      .values({ id, limit_amount: limit, ...columns })
      .execute()
  }
  return {
    walletId,
    keyIds,
    ids,
    openLedger: open,
    setLimit: async (id, limit) =>
      void (await db.updateTable('budgets').set({ limit_amount: limit }).where('id', '=', id).execute()),
    facts: () => factsOf(database, walletId, keyIds),
  }
}
