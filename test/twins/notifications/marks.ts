import type {
  MarkStore,
  MovedWallet,
  WatchedKey,
  WatchedWallet,
} from '../../../src/application/ports/notifications/mark-store.ts'
import type { AlertedBudget } from '../../../src/domain/marks/key-budget.ts'
import type { AlertedLowBalance } from '../../../src/domain/marks/low-balance.ts'

/** What the other tables hold that marks are about; a test puts it in. */
export interface MarkMemory {
  readonly moved: Map<string, MovedWallet>
  readonly wallets: Map<string, WatchedWallet>
  readonly keys: Map<string, WatchedKey>
  /** Wallet → the balance after each of its transfers, by number. */
  readonly balances: Map<string, ReadonlyMap<bigint, bigint>>
  readonly lowBalances: Map<string, AlertedLowBalance>
  readonly budgets: Map<string, readonly AlertedBudget[]>
}

export const markMemory = (): MarkMemory => ({
  moved: new Map(),
  wallets: new Map(),
  keys: new Map(),
  balances: new Map(),
  lowBalances: new Map(),
  budgets: new Map(),
})

export const memoryMarks = (memory: MarkMemory = markMemory()): MarkStore => ({
  takeMoved: async () => {
    const [next] = memory.moved
    if (next === undefined) return null
    memory.moved.delete(next[0])
    return next[1]
  },
  noteDebited: async (walletId) => {
    memory.moved.set(walletId, { walletId, keyId: null, refused: null })
  },
  noteRefused: async (keys) => {
    for (const { walletId, keyId, limit, periodEndsAt } of keys)
      memory.moved.set(`${walletId}/${keyId}`, { walletId, keyId, refused: { limit, periodEndsAt } })
  },
  wallet: async (walletId) => memory.wallets.get(walletId) ?? null,
  key: async (keyId) => memory.keys.get(keyId) ?? null,
  alertedLowBalance: async (walletId) => memory.lowBalances.get(walletId) ?? null,
  roseSince: async (walletId, since, threshold) =>
    [...(memory.balances.get(walletId) ?? [])].some(([seq, balance]) => seq > since && balance >= threshold),
  setLowBalance: async (walletId, alerted) => {
    if (alerted === null) memory.lowBalances.delete(walletId)
    else memory.lowBalances.set(walletId, alerted)
  },
  alertedBudget: async (keyId) => memory.budgets.get(keyId) ?? [],
  setBudget: async (keyId, alerted) => {
    memory.budgets.set(keyId, alerted)
  },
})
