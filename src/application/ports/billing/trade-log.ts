import type { Currency } from '../../../domain/money/money.ts'
import type { UsedSum } from '../../../domain/pricing/purchase.ts'

/** What the calls of one model came to, of all accounts. */
export interface ModelTrade {
  /** Null: of operations whose receipt names none. */
  readonly model: string | null
  /** The wallets that paid. */
  readonly currency: Currency
  readonly calls: number
  /** Those of `calls` that the provider's rules on content refused. */
  readonly refusals: number
  /** Those of `calls` that ended without an answer for another reason. */
  readonly failures: number
  /** What the wallets paid. Micro-units. */
  readonly revenue: bigint
  /** The parts of prices that the house bore. Micro-units. */
  readonly writtenOff: bigint
  /** What the calls consumed together. */
  readonly used: UsedSum
}

/** Money that crossed the border of the house. Micro-roubles. */
export interface MoneyFlow {
  /** Paid for top-ups. */
  readonly moneyIn: bigint
  /** Given back to customers. */
  readonly moneyOut: bigint
}

/** What is set aside for calls: held for those that run, or reserved ahead. Micro-units. */
export interface HeldMoney {
  readonly currency: Currency
  readonly amount: bigint
}

/** Sums over all accounts, for operators. */
export interface TradeLog {
  /**
   * Of calls that began in the hour of `from` or later, as far as the hourly usage has counted: it lags by seconds. The
   * greatest revenue first.
   */
  byModel(from: Date): Promise<readonly ModelTrade[]>
  /** Of top-ups that were ordered, and refunds that began, at `from` or later, and have succeeded. */
  flow(from: Date): Promise<MoneyFlow>
  /** A currency in which nothing is held is left out. */
  held(): Promise<readonly HeldMoney[]>
}
