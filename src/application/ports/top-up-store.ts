import type { Payment } from '../../domain/payments/payment.ts'
import type { RefundStatus, TopUpRefund } from '../../domain/payments/refund.ts'
import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'

export type NewTopUp = Pick<TopUp, 'id' | 'userId' | 'walletId' | 'currency' | 'amount' | 'price' | 'provider'>

export type NewTopUpRefund = Pick<TopUpRefund, 'id' | 'topUpId' | 'amount' | 'price'>

export interface TopUpPageQuery {
  readonly userId: string
  /** Null: whatever their status. */
  readonly status: TopUpStatus | null
  /** Only top-ups ordered before this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
}

/** For so long after its order a superseded top-up may still be found paid. */
export const SUPERSEDED_MS = 24 * 3_600_000

export interface TopUpStore {
  /** Writes a pending top-up; answers the row of that id, which may have been there before. */
  open(topUp: NewTopUp): Promise<TopUp>
  /** Notes which payment was made for an open top-up. The first payment id stays. */
  attachPayment(id: string, payment: Pick<Payment, 'id' | 'confirmationUrl'>): Promise<void>
  find(id: string): Promise<TopUp | null>
  /** Newest first. */
  page(query: TopUpPageQuery): Promise<readonly TopUp[]>
  /** All that wait for their payment, the oldest first. Lock the user where they are counted. */
  pendingOf(userId: string): Promise<readonly TopUp[]>
  /** Cancels a pending top-up that may still be paid. Does nothing where it has ended meanwhile. */
  supersede(id: string): Promise<void>
  /**
   * Whether the provider may be asked about an open top-up for its user: true for one of any number of callers
   * within LOOK_PAUSE_MS.
   */
  claimLook(id: string, at: Date): Promise<boolean>
  /** Reads and locks the row until the transaction ends. */
  lock(id: string): Promise<TopUp | null>
  /**
   * Pending top-ups of the provider whose payment is due to be asked about at `at`, those asked longest ago first.
   * Claims them: no other instance is given one of these until it is due again. The first time is after 15 s, the
   * pause grows with a quarter of the age, to 10 minutes. Superseded ones that have a payment are among them, for
   * SUPERSEDED_MS.
   */
  claimDue(provider: string, at: Date, limit: number): Promise<readonly TopUp[]>
  /** Every refund of a top-up, in the order in which they were begun. */
  refundsOf(topUpId: string): Promise<readonly TopUpRefund[]>
  /** Begins a refund of a locked top-up. A second one under way is a broken invariant and throws. */
  openRefund(refund: NewTopUpRefund): Promise<void>
  /** Ends a pending refund. A second end throws. */
  endRefund(id: string, status: Exclude<RefundStatus, 'pending'>, providerRefundId: string | null): Promise<void>
  /** Ends a locked, open top-up for good. A second end is a broken invariant and throws. */
  end(id: string, status: Exclude<TopUpStatus, 'pending'>): Promise<void>
}
