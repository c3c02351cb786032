import type { Wallet } from '../../../domain/ledger/account.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'

interface ListWalletsDeps {
  readonly wallets: Pick<WalletStore, 'listOf'>
}

/** Every wallet of a user. */
export const listWallets =
  (deps: ListWalletsDeps) =>
  (userId: string): Promise<readonly Wallet[]> =>
    deps.wallets.listOf(userId)
