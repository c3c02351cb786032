import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HoldStore } from '../../../src/application/ports/billing/hold-store.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { PressedWallets } from '../../../src/application/ports/billing/pressed-wallets.ts'
import type { ReservationStore } from '../../../src/application/ports/billing/reservation-store.ts'
import { kyselyPressedWallets } from '../../../src/adapters/persistence/ledger/pressed-wallets.ts'
import { kyselyReservations } from '../../../src/adapters/persistence/billing/reservations.ts'
import { kyselyInstances } from '../../../src/adapters/persistence/instances/instances.ts'
import { kyselyHolds } from '../../../src/adapters/persistence/billing/holds.ts'
import { auditViolations } from './audit-violations.ts'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { BudgetPeriod } from '../../../src/domain/ledger/budget.ts'
import type { LedgerViolation } from '../../../src/domain/ledger/audit.ts'
import { ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryPressedWallets } from '../../twins/billing/pressed-wallets.ts'
import { memoryReservations } from '../../twins/billing/reservations.ts'
import { memoryHolds } from '../../twins/billing/holds.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import type { TestDatabase } from '../servers/databases.ts'
import { topUpCommand } from './ledger-commands.ts'

/** What a test of the ledger needs around it, the same on the twin and on a database. */
export interface LedgerWorld {
  readonly ledger: Ledger
  readonly holds: HoldStore
  readonly reservations: ReservationStore
  readonly pressedWallets: PressedWallets
  /** Lets so much time pass for the mark on a wallet. */
  agePress(walletId: string, ms: number): Promise<void>
  /** A new instance that lives. */
  beginInstance(): Promise<string>
  endInstance(instance: string): Promise<void>
  /** A new RUB wallet with this much in it. */
  makeWallet(balance: bigint): Promise<string>
  makeBudget(limit: bigint | null, period?: BudgetPeriod): Promise<string>
  sumsOf(walletId: string): Promise<{ readonly balance: bigint; readonly held: bigint }>
  spentOf(budgetId: string): Promise<{ readonly spent: bigint; readonly held: bigint }>
  /** Kind and amount of each movement of the wallet, in order. */
  movesOf(walletId: string): Promise<readonly string[]>
  /** Lets a hold's life run out. */
  expire(holdId: string): Promise<void>
  /** What an audit finds wrong; the twin keeps no audit and finds nothing. */
  violations(): Promise<readonly LedgerViolation[]>
}

const fill = async (ledger: Ledger, walletId: string, balance: bigint): Promise<string> => {
  if (balance > 0n) await ledger.submit(topUpCommand(walletId, balance))
  return walletId
}

export const memoryWorld = (nowMs: () => number = Date.now): LedgerWorld => {
  const memory = ledgerMemory()
  const ledger = memoryLedger(memory, nowMs)
  return {
    ledger,
    holds: memoryHolds(memory, Date.now, (instance) => memory.livingInstances.has(instance)),
    reservations: memoryReservations(memory),
    pressedWallets: memoryPressedWallets(memory, nowMs),
    agePress: async (walletId, ms) => {
      memory.pressedAt.set(walletId, (memory.pressedAt.get(walletId) ?? 0) - ms)
    },
    beginInstance: async () => {
      const id = randomUUID()
      memory.livingInstances.add(id)
      return id
    },
    endInstance: async (instance) => void memory.livingInstances.delete(instance),
    makeWallet: (balance) => {
      const id = randomUUID()
      memory.wallets.set(id, {
        id,
        owner: randomUUID(),
        currency: 'RUB',
        balance: 0n,
        held: 0n,
        reserved: 0n,
        suspended: false,
      })
      return fill(ledger, id, balance)
    },
    makeBudget: async (limit, period) => {
      const id = randomUUID()
      memory.budgets.set(id, { id, limit, spent: period?.spent ?? 0n, held: 0n, period: period ?? null })
      return id
    },
    sumsOf: async (id) => {
      const { balance = -1n, held = -1n } = memory.wallets.get(id) ?? {}
      return { balance, held }
    },
    spentOf: async (id) => {
      const { spent = -1n, held = -1n } = memory.budgets.get(id) ?? {}
      return { spent, held }
    },
    movesOf: async (id) =>
      [...memory.transfers.values()]
        .filter(({ debit, credit }) => debit === id || credit === id)
        .map(({ kind, amount }) => `${kind} ${amount}`),
    expire: async (holdId) => {
      memory.expiresAt.set(holdId, 0)
    },
    violations: async () => [],
  }
}

export const makeWalletIn = async ({ db }: TestDatabase): Promise<string> => {
  const [owner, id] = [randomUUID(), randomUUID()]
  const email = `${owner}@example.com`
  await db.insertInto('users').values({ id: owner, email, email_folded: email }).execute()
  await db.insertInto('accounts').values({ id, kind: 'user', owner, currency: 'RUB' }).execute()
  return id
}

export const databaseWorld = (
  database: TestDatabase,
  ledger: Ledger = openLedger(database.open.batches),
): LedgerWorld => {
  const { db } = database
  return {
    ledger,
    holds: kyselyHolds(db),
    reservations: kyselyReservations(db),
    pressedWallets: kyselyPressedWallets(db),
    agePress: async (walletId, ms) => {
      const pressed_at = sql<Date>`pressed_at - ${ms} * interval '1 millisecond'`
      await db.updateTable('accounts').set({ pressed_at }).where('id', '=', walletId).execute()
    },
    beginInstance: async () => {
      const id = randomUUID()
      await kyselyInstances(db).begin(id)
      return id
    },
    endInstance: (instance) => kyselyInstances(db).end(instance),
    makeWallet: async (balance) => fill(ledger, await makeWalletIn(database), balance),
    makeBudget: async (limit, period) => {
      const id = randomUUID()
      const columns = period && {
        spent: period.spent,
        period: period.length,
        time_zone: period.timeZone,
        period_spent: period.spent,
        period_ends_at: new Date(period.endsAtMs),
      }
      await db
        .insertInto('budgets')
        .values({ id, limit_amount: limit, ...columns })
        .execute()
      return id
    },
    sumsOf: (id) =>
      db.selectFrom('accounts').select(['balance', 'held']).where('id', '=', id).executeTakeFirstOrThrow(),
    spentOf: (id) => db.selectFrom('budgets').select(['spent', 'held']).where('id', '=', id).executeTakeFirstOrThrow(),
    movesOf: async (id) => {
      const rows = await db
        .selectFrom('transfers')
        .select(['kind', 'amount'])
        .where('wallet', '=', id)
        .orderBy('seq')
        .execute()
      return rows.map(({ kind, amount }) => `${kind} ${amount}`)
    },
    expire: async (holdId) => {
      await db
        .updateTable('holds')
        .set({ expires_at: new Date(0) })
        .where('id', '=', holdId)
        .execute()
    },
    violations: () => auditViolations(db),
  }
}
