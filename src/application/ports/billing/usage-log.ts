import type { Currency } from '../../../domain/money/money.ts'
import type { UsageSums } from '../../../domain/ledger/usage/usage-sums.ts'
import type { UsageGroup } from '../../../domain/usage/usage-range.ts'

export interface UsageQuery {
  readonly accountId: string
  readonly currency: Currency
  /** Operations that began in the hour of `from` or later. */
  readonly from: Date
  /** Operations that began before the hour of `to`. */
  readonly to: Date
  /** Null: of every key, and of operations without a key. */
  readonly keyId: string | null
  readonly model: string | null
  readonly surface: string | null
  readonly group: UsageGroup
  /** A name of the IANA time zone database, for days. A day is made of the hours of UTC that begin in it. */
  readonly timeZone: string
}

export interface UsageOfGroup {
  /**
   * Of hours the Unix seconds of their beginning, of days `YYYY-MM-DD`, of keys their id, of models their public id, of
   * surfaces `chat`, `responses`, `messages`, `image`, `speech`, `transcription`, `embedding`, `video` or `account`.
   * Null if the operation had no key, or ended without a receipt that tells the model or the surface.
   */
  readonly value: string | null
  readonly sums: UsageSums
}

/**
 * Sums the receipts of an account up. What has ended when the read begins is in the sums, whether the hourly usage has
 * counted it or not, so they agree with receipts and transfers at any moment.
 */
export interface UsageLog {
  /**
   * In the order of the value, null last. A group without an operation is left out. Rejects on an unknown time zone.
   */
  sum(query: UsageQuery): Promise<readonly UsageOfGroup[]>
}
