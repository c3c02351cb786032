import { LRUCache } from 'lru-cache'
import type { Hold } from '../../domain/holds/hold.ts'
import type { Wallet } from '../../domain/ledger/account.ts'
import type { LedgerCommand } from '../../domain/ledger/command.ts'
import type { Budget, LedgerState, LedgerWrites } from '../../domain/ledger/state.ts'

const MOST_WALLETS = 20_000
const MOST_HOLDS = 200_000

/**
 * What this process last saw of the rows it works on. Other processes change them too, so a decision made on
 * memory counts only if the statement that writes it finds every row still as remembered.
 */
export interface RememberedLedger {
  /** The state to decide these commands on, or null when something they need was not seen or may have two ends. */
  recall(commands: readonly LedgerCommand[]): LedgerState | null
  /** The rows as they stand after a commit. */
  learn(state: LedgerState, writes: LedgerWrites): void
  /** Forgets every row these commands touch. */
  forget(commands: readonly LedgerCommand[]): void
}

const isEnd = (command: LedgerCommand): boolean => command.tag === 'settle' || command.tag === 'release'

export const rememberedLedger = (): RememberedLedger => {
  const wallets = new LRUCache<string, Wallet>({ max: MOST_WALLETS })
  const budgets = new LRUCache<string, Budget>({ max: MOST_WALLETS })
  /** Open ones only. */
  const holds = new LRUCache<string, Hold>({ max: MOST_HOLDS })

  const budgetIdOf = (command: LedgerCommand): string | null => {
    if (command.tag === 'transfer') return null
    return command.tag === 'place_hold' ? command.budgetId : (holds.get(command.holdId)?.budgetId ?? null)
  }

  /** Movements without a hold are rare, and a hold told twice must be looked up. */
  const isFamiliar = (command: LedgerCommand): boolean =>
    command.tag !== 'transfer' && holds.has(command.holdId) === isEnd(command)

  const recall = (commands: readonly LedgerCommand[]): LedgerState | null => {
    const recalled = {
      wallets: new Map<string, Wallet>(),
      budgets: new Map<string, Budget>(),
      holds: new Map<string, Hold>(),
    }
    for (const command of commands) {
      if (command.tag === 'transfer' || !isFamiliar(command)) return null
      const wallet = wallets.get(command.walletId)
      const budgetId = budgetIdOf(command)
      const budget = budgetId === null ? null : budgets.get(budgetId)
      if (wallet === undefined || budget === undefined) return null
      recalled.wallets.set(wallet.id, wallet)
      if (budget !== null) recalled.budgets.set(budget.id, budget)
      const hold = holds.get(command.holdId)
      if (hold !== undefined) recalled.holds.set(hold.id, hold)
    }
    return { ...recalled, transfers: new Map(), references: new Map(), refunded: new Map() }
  }

  const learn = (state: LedgerState, writes: LedgerWrites): void => {
    for (const wallet of [...state.wallets.values(), ...writes.wallets]) wallets.set(wallet.id, wallet)
    for (const budget of [...state.budgets.values(), ...writes.budgets]) budgets.set(budget.id, budget)
    for (const { hold } of writes.newHolds) if (hold.state === 'held') holds.set(hold.id, hold)
    for (const hold of writes.endedHolds) holds.delete(hold.id)
  }

  const forget = (commands: readonly LedgerCommand[]): void => {
    for (const command of commands) {
      const budgetId = budgetIdOf(command)
      if (budgetId !== null) budgets.delete(budgetId)
      if (command.tag === 'transfer') {
        wallets.delete(command.debit)
        wallets.delete(command.credit)
      } else {
        wallets.delete(command.walletId)
        holds.delete(command.holdId)
      }
    }
  }

  return { recall, learn, forget }
}
