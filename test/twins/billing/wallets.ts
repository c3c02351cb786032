import type { WalletStore } from '../../../src/application/ports/billing/wallet-store.ts'
import type { Wallet } from '../../../src/domain/ledger/account.ts'
import { CURRENCIES } from '../../../src/domain/money/money.ts'

/** Wallets in a map by id, which the ledger's twin may share. */
export const memoryWallets = (wallets: Map<string, Wallet> = new Map()): WalletStore => {
  const listOf = (owner: string): readonly Wallet[] =>
    CURRENCIES.flatMap((currency) =>
      [...wallets.values()].filter((wallet) => wallet.owner === owner && wallet.currency === currency),
    )
  const find = (owner: string, currency: string): Wallet | null =>
    listOf(owner).find((wallet) => wallet.currency === currency) ?? null
  return {
    async open(wallet) {
      if (wallets.has(wallet.id) || find(wallet.owner, wallet.currency) !== null) throw new Error('opened before')
      wallets.set(wallet.id, { ...wallet, balance: 0n, held: 0n, reserved: 0n, suspended: false })
    },
    find: async (owner, currency) => find(owner, currency),
    listOf: async (owner) => listOf(owner),
    listOfAll: async (owners) => Map.groupBy(owners.flatMap(listOf), ({ owner }) => owner),
  }
}
