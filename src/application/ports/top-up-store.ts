import type { Payment } from '../../domain/payments/payment.ts'
import type { RefundStatus, TopUpRefund } from '../../domain/payments/refund.ts'
import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'

export type NewTopUp = Pick<TopUp, 'id' | 'userId' | 'walletId' | 'currency' | 'amount' | 'price' | 'provider'>

export type NewTopUpRefund = Pick<TopUpRefund, 'id' | 'topUpId' | 'amount' | 'price'>

export interface TopUpStore {
  /** Writes a pending top-up; answers the row of that id, which may have been there before. */
  open(topUp: NewTopUp): Promise<TopUp>
  /** Notes which payment was made for a pending top-up. The first payment id stays. */
  attachPayment(id: string, payment: Pick<Payment, 'id' | 'confirmationUrl'>): Promise<void>
  find(id: string): Promise<TopUp | null>
  /** Reads and locks the row until the transaction ends. */
  lock(id: string): Promise<TopUp | null>
  /**
   * Pending top-ups of the provider whose payment is due to be asked about at `at`, those asked longest ago first.
   * Claims them: no other instance is given one of these until it is due again. The first time is after 15 s, the
   * pause grows with a quarter of the age, to 10 minutes.
   */
  claimDue(provider: string, at: Date, limit: number): Promise<readonly TopUp[]>
  /** Every refund of a top-up, in the order in which they were begun. */
  refundsOf(topUpId: string): Promise<readonly TopUpRefund[]>
  /** Begins a refund of a locked top-up. A second one under way is a broken invariant and throws. */
  openRefund(refund: NewTopUpRefund): Promise<void>
  /** Ends a pending refund. A second end throws. */
  endRefund(id: string, status: Exclude<RefundStatus, 'pending'>, providerRefundId: string | null): Promise<void>
  /** Ends a locked, pending top-up. A second end is a broken invariant and throws. */
  end(id: string, status: Exclude<TopUpStatus, 'pending'>): Promise<void>
}
