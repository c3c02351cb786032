import type { Wallet } from '../../../src/domain/ledger/account.ts'
import type { Budget, LedgerState } from '../../../src/domain/ledger/state.ts'

/** Ids that read well in a failure, in the shape the rules expect. */
export const testId = (number: number): string => `00000000-0000-7000-9000-${number.toString().padStart(12, '0')}`

export const WALLET_ID = testId(1)
export const BUDGET_ID = testId(2)

export const walletOf = (balance: bigint, held = 0n, id = WALLET_ID): Wallet => ({
  id,
  owner: testId(9),
  currency: 'RUB',
  balance,
  held,
  suspended: false,
})

export const stateOf = (wallets: readonly Wallet[], budgets: readonly Budget[] = []): LedgerState => ({
  wallets: new Map(wallets.map((wallet) => [wallet.id, wallet])),
  budgets: new Map(budgets.map((budget) => [budget.id, budget])),
  holds: new Map(),
  transfers: new Map(),
  references: new Map(),
  refunded: new Map(),
})
