import { evictOldest } from '../../../load/evict-oldest.ts'
import { MINUTE_MS } from '../../../../domain/time-units.ts'
import type { DisconnectReporter } from '../../../ports/providers/disconnect-reporter.ts'

/** Counts the callers that left a provider which then failed or stayed silent: such a call costs nothing. */
export interface UnpaidDisconnects {
  note(walletId: string, operationId: string): void
}

const WINDOW_MS = 10 * MINUTE_MS
/** The fourth unpaid disconnect of a wallet within the window is logged, then the 8th, the 16th and so on. */
const REPEATED = 4
const MAX_WALLETS = 10_000

interface Count {
  readonly sinceMs: number
  readonly calls: number
}

const isWorthALine = (calls: number): boolean => calls >= REPEATED && Number.isInteger(Math.log2(calls))

/**
 * Keeps the counts in this process, for the wallets that left last. `monotonicMs` is a clock that only runs forward, in
 * milliseconds.
 */
export const unpaidDisconnects = (monotonicMs: () => number, reporter: DisconnectReporter): UnpaidDisconnects => {
  const counts = new Map<string, Count>()
  return {
    note: (walletId, operationId) => {
      const nowMs = monotonicMs()
      const known = counts.get(walletId)
      const isRecent = known !== undefined && nowMs - known.sinceMs < WINDOW_MS
      const count = isRecent ? { ...known, calls: known.calls + 1 } : { sinceMs: nowMs, calls: 1 }
      counts.delete(walletId)
      counts.set(walletId, count)
      evictOldest(counts, MAX_WALLETS)
      if (isWorthALine(count.calls)) reporter.reportUnpaid(walletId, count.calls, operationId)
    },
  }
}
