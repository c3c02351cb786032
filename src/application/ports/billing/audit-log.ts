import type { Currency } from '../../../domain/money/money.ts'

/** What one audit of the ledger found. */
export interface AuditResult {
  /** When it ended. */
  readonly at: Date
  readonly tookMs: number
  /** How many laws it found broken. */
  readonly violations: number
  /** What all accounts of each currency add up to, in micro-units: anything but 0 is money out of nothing. */
  readonly deltas: readonly { readonly currency: Currency; readonly amount: bigint }[]
}

/** The audits that were made, by a loop or by an operator. */
export interface AuditLog {
  /** Adds one, and deletes those that are older than 90 days. */
  add(result: AuditResult): Promise<void>
  /** Null if none was made. */
  last(): Promise<AuditResult | null>
}
