/** What one step of the counting did. */
export type CountedChunk =
  /** Another worker was at it. */
  | { readonly tag: 'busy' }
  | {
      readonly tag: 'counted'
      readonly receipts: number
      /** False where more was waiting. */
      readonly isAll: boolean
    }
  /**
   * The database came from a dump of another cluster, whose transactions have other numbers. The hours were thrown away
   * and every receipt will be counted anew; until then the usage is read from the receipts themselves.
   */
  | { readonly tag: 'restored' }
  /** Receipts of such a dump were made countable again. */
  | { readonly tag: 'restamped'; readonly receipts: number }

/**
 * Carries what receipts say forward to the hourly usage. A receipt is counted once, whatever the number of workers, and
 * however many of them die: what a step counted is committed together with how far it came.
 */
export interface UsageCounter {
  /** Counts at most some thousand receipts, the oldest first. Never waits for a lock. */
  countChunk(): Promise<CountedChunk>
  /** Throws the hourly usage away, so that the following steps count everything anew. */
  startAnew(): Promise<void>
}
