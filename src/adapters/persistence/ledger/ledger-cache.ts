import { LRUCache } from 'lru-cache'
import type { Hold } from '../../../domain/ledger/hold.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import { isEndCommand } from '../../../domain/ledger/command.ts'
import { isReservationCommand } from '../../../domain/ledger/reservation-command.ts'
import type { EndCommand, LedgerCommand, PlaceHold } from '../../../domain/ledger/command.ts'
import type { Budget } from '../../../domain/ledger/budget.ts'
import type { LedgerState, LedgerWrites } from '../../../domain/ledger/state.ts'
import { coveredRows } from './covered-rows.ts'
import type { CachedRows, CoveredRows } from './covered-rows.ts'

const MAX_CACHED_WALLETS = 20_000
const MAX_CACHED_HOLDS = 50_000
const MAX_CACHED_RESERVATIONS = 20_000

/** The rows that a transaction of a unit of work reads and writes, on their way into the cache. */
interface FollowedTransaction {
  /** The rows as the transaction has them now; before its commit no other transaction sees them. */
  note(state: LedgerState, writes: LedgerWrites): void
  /** Takes the noted rows over. Never called for a transaction that was rolled back. */
  committed(): void
}

/**
 * The rows as this process last saw them. Other processes change them too, so a decision made on the cache counts only
 * if the statement that writes it finds every row still as cached.
 */
export interface LedgerCache extends CoveredRows {
  /** The state to decide these commands on, or null when a row they need is not cached or a hold may have two ends. */
  stateFor(commands: readonly LedgerCommand[]): LedgerState | null
  /** Stores the rows as they stand after a commit. */
  applyWrites(state: LedgerState, writes: LedgerWrites): void
  /** Drops every row these commands touch. */
  evict(commands: readonly LedgerCommand[]): void
  follow(): FollowedTransaction
}

/**
 * Takes over rows that a transaction committed. A row that a batch has changed in the cache since the transaction read
 * it is dropped: the order of the two commits is unknown here.
 */
const followRows = <Row extends { readonly id: string }>(cached: LRUCache<string, Row>) => {
  const seen = new Map<string, Row | undefined>()
  const latest = new Map<string, Row>()
  return {
    note: (row: Row): void => {
      if (!latest.has(row.id)) seen.set(row.id, cached.get(row.id))
      latest.set(row.id, row)
    },
    committed: (): void => {
      for (const [id, row] of latest) {
        if (cached.get(id) === seen.get(id)) cached.set(id, row)
        else cached.delete(id)
      }
    },
  }
}

const followTransaction = ({ wallets, budgets, holds, reservations }: CachedRows): FollowedTransaction => {
  const followedWallets = followRows(wallets)
  const followedBudgets = followRows(budgets)
  const followedReservations = followRows(reservations)
  const newHolds: Hold[] = []
  const endedIds: string[] = []
  return {
    note: (state, writes) => {
      for (const wallet of state.wallets.values()) followedWallets.note(wallet)
      for (const wallet of writes.wallets) followedWallets.note(wallet)
      for (const budget of state.budgets.values()) followedBudgets.note(budget)
      for (const budget of writes.budgets) followedBudgets.note(budget)
      for (const { hold } of writes.newHolds) if (hold.state === 'held') newHolds.push(hold)
      for (const { id } of writes.endedHolds) endedIds.push(id)
      for (const each of writes.reservations) followedReservations.note(each)
    },
    committed: () => {
      followedWallets.committed()
      followedBudgets.committed()
      followedReservations.committed()
      for (const hold of newHolds) holds.set(hold.id, hold)
      for (const id of endedIds) holds.delete(id)
    },
  }
}

const NOTHING_ELSE = {
  transfers: new Map(),
  references: new Map(),
  refunded: new Map(),
  reservations: new Map(),
  openReservations: new Map(),
  livingInstances: new Set<string>(),
  pressedWallets: new Set<string>(),
}

const emptyRows = (): CachedRows => ({
  wallets: new LRUCache({ max: MAX_CACHED_WALLETS }),
  budgets: new LRUCache({ max: MAX_CACHED_WALLETS }),
  holds: new LRUCache({ max: MAX_CACHED_HOLDS }),
  reservations: new LRUCache({ max: MAX_CACHED_RESERVATIONS }),
})

export const ledgerCache = (): LedgerCache => {
  const rows = emptyRows()
  const { wallets, budgets, holds, reservations } = rows

  const budgetIdOf = (command: LedgerCommand): string | null => {
    if (command.tag === 'transfer') return null
    if (isReservationCommand(command)) return command.budgetId
    return command.tag === 'place_hold' ? command.budgetId : (holds.get(command.holdId)?.budgetId ?? null)
  }

  /** A hold that is placed or ended twice must be looked up. */
  const isCached = (command: PlaceHold | EndCommand): boolean => holds.has(command.holdId) === isEndCommand(command)

  const stateFor = (commands: readonly LedgerCommand[]): LedgerState | null => {
    const cached = {
      wallets: new Map<string, Wallet>(),
      budgets: new Map<string, Budget>(),
      holds: new Map<string, Hold>(),
    }
    for (const command of commands) {
      // Transfers without a hold are rare, and reservations are decided on their own rows.
      if (command.tag === 'transfer' || isReservationCommand(command) || !isCached(command)) return null
      const wallet = wallets.get(command.walletId)
      const budgetId = budgetIdOf(command)
      const budget = budgetId === null ? null : budgets.get(budgetId)
      if (wallet === undefined || budget === undefined) return null
      cached.wallets.set(wallet.id, wallet)
      if (budget !== null) cached.budgets.set(budget.id, budget)
      const hold = holds.get(command.holdId)
      if (hold !== undefined) cached.holds.set(hold.id, hold)
    }
    return { ...cached, ...NOTHING_ELSE }
  }

  const applyWrites = (state: LedgerState, writes: LedgerWrites): void => {
    for (const wallet of [...state.wallets.values(), ...writes.wallets]) wallets.set(wallet.id, wallet)
    for (const budget of [...state.budgets.values(), ...writes.budgets]) budgets.set(budget.id, budget)
    for (const { hold } of writes.newHolds) if (hold.state === 'held') holds.set(hold.id, hold)
    for (const hold of writes.endedHolds) holds.delete(hold.id)
    for (const each of [...state.reservations.values(), ...writes.reservations]) {
      if (each.ended) reservations.delete(each.id)
      else reservations.set(each.id, each)
    }
  }

  const evict = (commands: readonly LedgerCommand[]): void => {
    for (const command of commands) {
      const budgetId = budgetIdOf(command)
      if (budgetId !== null) budgets.delete(budgetId)
      if (command.tag === 'transfer') {
        wallets.delete(command.debit)
        wallets.delete(command.credit)
      } else {
        wallets.delete(command.walletId)
        if (isReservationCommand(command)) reservations.delete(command.reservationId)
        else holds.delete(command.holdId)
      }
    }
  }

  return {
    stateFor,
    ...coveredRows(rows),
    applyWrites,
    evict,
    follow: () => followTransaction(rows),
  }
}
