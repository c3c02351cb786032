import type { Currency } from '../money/money.ts'

export type TopUpStatus = 'pending' | 'succeeded' | 'canceled'

/** A purchase of money for a wallet. It is credited once, when the payment provider says that it was paid. */
export interface TopUp {
  /** Also the id of the transfer that credits it. */
  readonly id: string
  readonly userId: string
  readonly walletId: string
  readonly currency: Currency
  /** What the wallet gets, micro-units of `currency`. */
  readonly amount: bigint
  /** What is paid, micro-units of RUB. */
  readonly price: bigint
  readonly status: TopUpStatus
  /** Canceled by us to make room for another: the provider may still say that it was paid, and then it is credited. */
  readonly superseded: boolean
  /** The provider that was asked, and its id of the payment once it has one. */
  readonly provider: string
  readonly paymentId: string | null
  readonly confirmationUrl: string | null
  readonly createdAt: Date
}
