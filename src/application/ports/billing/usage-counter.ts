/** What one step of the counting did. */
type CountedChunk =
  /** Another worker holds the lock. */
  | { readonly tag: 'busy' }
  | {
      readonly tag: 'counted'
      readonly receipts: number
      /** False where more was waiting. */
      readonly isAll: boolean
    }

/**
 * Carries what the ledger left of each batch forward to the hourly usage. A receipt is counted once, whatever the
 * number of workers, and however many of them die.
 */
export interface UsageCounter {
  /** Adds at most some thousand changes. Never waits for a lock. */
  countChunk(): Promise<CountedChunk>
  /** Counts the hourly usage anew from every receipt, in one transaction, and returns how many these are. */
  countAnew(): Promise<number>
}
