import type { User } from '../../../domain/identity/user.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'

/** A user with their wallets, as operators know them. */
export interface Account {
  readonly user: User
  /** In the order of CURRENCIES. */
  readonly wallets: readonly Wallet[]
}

export interface AccountQuery {
  /** The folded beginning of the address. Null: every account. */
  readonly addressPrefix: string | null
  /** The id of the last account of the page before; null: the first page. */
  readonly after: string | null
  readonly limit: number
}

/** Finds accounts among all, closed ones included. Each question reads few rows by an index, however many there are. */
export interface AccountDirectory {
  find(id: string): Promise<Account | null>
  /** With a prefix in the order of the addresses, else the newest first. */
  page(query: AccountQuery): Promise<readonly Account[]>
}
