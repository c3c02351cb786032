import type { Wallet } from '../../../domain/ledger/account.ts'
import type { Currency } from '../../../domain/money/money.ts'

interface NewWallet {
  readonly id: string
  /** The user who owns it. */
  readonly owner: string
  readonly currency: Currency
}

/** Reads and opens wallets. Only the ledger writes balances. */
export interface WalletStore {
  /** Opens an empty wallet. A user's second wallet of one currency is a broken invariant and throws. */
  open(wallet: NewWallet): Promise<void>
  find(owner: string, currency: Currency): Promise<Wallet | null>
  /** In the order of CURRENCIES. */
  listOf(owner: string): Promise<readonly Wallet[]>
  /** As `listOf` for many owners in one query. Owners without wallets have no entry. */
  listOfAll(owners: readonly string[]): Promise<ReadonlyMap<string, readonly Wallet[]>>
}
