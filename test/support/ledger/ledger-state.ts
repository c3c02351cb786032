import type { Wallet } from '../../../src/domain/ledger/account.ts'
import type { Budget } from '../../../src/domain/ledger/budget.ts'
import type { LedgerState } from '../../../src/domain/ledger/state.ts'

/** Ids that read well in a failure, in the shape the rules expect. */
export const testId = (number: number): string => `00000000-0000-7000-9000-${number.toString().padStart(12, '0')}`

export const WALLET_ID = testId(1)
export const BUDGET_ID = testId(2)

/** The moment at which tests decide: 2026-11-23T12:00Z, a Monday. */
export const NOW_MS = Date.UTC(2026, 10, 23, 12)

export const walletOf = (balance: bigint, held = 0n, id = WALLET_ID): Wallet => ({
  id,
  owner: testId(9),
  currency: 'RUB',
  balance,
  held,
  reserved: 0n,
  suspended: false,
})

export const stateOf = (wallets: readonly Wallet[], budgets: readonly Budget[] = []): LedgerState => ({
  wallets: new Map(wallets.map((wallet) => [wallet.id, wallet])),
  budgets: new Map(budgets.map((budget) => [budget.id, budget])),
  holds: new Map(),
  transfers: new Map(),
  references: new Map(),
  reservations: new Map(),
  openReservations: new Map(),
  livingInstances: new Set(['here']),
  pressedWallets: new Set(),
  refunded: new Map(),
})
