import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import type { BudgetState, AlertedBudget, RefusedBudget } from '../../../domain/marks/key-budget.ts'
import type { AlertedLowBalance } from '../../../domain/marks/low-balance.ts'
import type { Currency } from '../../../domain/money/money.ts'

/** A wallet that paid for calls, or would have paid, or was debited otherwise; and the key that paid, null: no key. */
export interface MovedWallet {
  readonly walletId: string
  readonly keyId: string | null
  /** That calls of the key were refused for its limit since it was taken last. */
  readonly refused: RefusedBudget | null
}

/** A key whose call was refused for its limit, and the wallet that would have paid. */
export interface RefusedKey extends RefusedBudget {
  readonly walletId: string
  readonly keyId: string
}

export interface WatchedWallet {
  readonly userId: string
  readonly currency: Currency
  readonly balance: bigint
  /** The number of the wallet's latest transfer; zero where it has none. */
  readonly lastSeq: bigint
}

/** A key that is not deleted, and what it has spent of its limit. */
export interface WatchedKey extends BudgetState, Pick<ApiKey, 'id' | 'prefix' | 'lastFour' | 'name'> {}

/** What has moved, and of which marks owners were alerted. Use it inside a unit of work that locks the user. */
export interface MarkStore {
  /** Takes one that has moved away, and leaves those that another worker has. Null: nothing has moved. */
  takeMoved(): Promise<MovedWallet | null>
  /** Counts a wallet among those that were debited. Waits for no worker. */
  noteDebited(walletId: string): Promise<void>
  /** Counts keys among those that have moved. Of one key the last refusal counts. Needs no lock. */
  noteRefused(keys: readonly RefusedKey[]): Promise<void>
  wallet(walletId: string): Promise<WatchedWallet | null>
  key(keyId: string): Promise<WatchedKey | null>
  alertedLowBalance(walletId: string): Promise<AlertedLowBalance | null>
  /** Whether the balance was at the threshold or above it after a transfer behind the given one. */
  roseSince(walletId: string, seq: bigint, threshold: bigint): Promise<boolean>
  /** Null: the owner was not alerted. */
  setLowBalance(walletId: string, alerted: AlertedLowBalance | null, at: Date): Promise<void>
  alertedBudget(keyId: string): Promise<readonly AlertedBudget[]>
  /** Replaces all marks of the key. */
  setBudget(keyId: string, alerted: readonly AlertedBudget[], at: Date): Promise<void>
}
