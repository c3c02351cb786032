import { DAY_MS } from '../../../domain/time-units.ts'
import type { Payment } from '../../../domain/payments/payment.ts'
import type { RefundStatus, TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp, TopUpStatus } from '../../../domain/payments/top-up.ts'

export type NewTopUp = Pick<TopUp, 'id' | 'userId' | 'walletId' | 'currency' | 'amount' | 'price' | 'provider'>

type NewTopUpRefund = Pick<TopUpRefund, 'id' | 'requestId' | 'topUpId' | 'amount' | 'price'>

export interface TopUpPageQuery {
  /** Null: of all users. */
  readonly userId: string | null
  /** Null: any status. */
  readonly status: TopUpStatus | null
  /** Only top-ups ordered before this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
}

/** How long after its order a superseded top-up may still turn out to be paid. */
export const SUPERSEDED_MS = DAY_MS

export interface TopUpStore {
  /** Writes a pending top-up. Returns the row of that id, which may have existed before. */
  open(topUp: NewTopUp): Promise<TopUp>
  /** Notes the payment of an open top-up. The first payment id stays. */
  attachPayment(id: string, payment: Pick<Payment, 'id' | 'confirmationUrl'>): Promise<void>
  find(id: string): Promise<TopUp | null>
  /** Newest first. */
  page(query: TopUpPageQuery): Promise<readonly TopUp[]>
  /** All pending top-ups of the user, the oldest first. Lock the user where you count them. */
  pendingOf(userId: string): Promise<readonly TopUp[]>
  /** Cancels a pending top-up that may still be paid. Does nothing where it has ended since. */
  supersede(id: string): Promise<void>
  /**
   * Whether the process may ask the provider about an open top-up for its user: true for one of any number of callers
   * within POLL_INTERVAL_MS.
   */
  claimPoll(id: string, at: Date): Promise<boolean>
  /** Reads and locks the row until the transaction ends. */
  lock(id: string): Promise<TopUp | null>
  /**
   * Pending top-ups of the provider whose payment is due for a question at `at`, the longest unasked first. Claims
   * them: no other instance gets one of these until it is due again. The first question is after 15 s; the pause grows
   * with a quarter of the age, up to 10 minutes. Superseded top-ups that have a payment are among them, for
   * SUPERSEDED_MS. A claim by a clock that was far ahead does not count.
   */
  claimDue(provider: string, at: Date, limit: number): Promise<readonly TopUp[]>
  /** When the first of the top-ups that `claimDue` returns for these providers is or will be due. Claims nothing. */
  firstDue(providers: readonly string[], at: Date): Promise<Date | null>
  /** Every refund of a top-up, in the order in which they began. */
  refundsOf(topUpId: string): Promise<readonly TopUpRefund[]>
  /**
   * Begins a refund of a locked top-up; false where the caller's id has begun another. A second pending one is a fault
   * of the program and throws.
   */
  openRefund(refund: NewTopUpRefund): Promise<boolean>
  /** Ends a pending refund. A second end throws. */
  endRefund(id: string, status: Exclude<RefundStatus, 'pending'>, providerRefundId: string | null): Promise<void>
  /** Ends a locked, open top-up for good. A second end is a fault of the program and throws. */
  end(id: string, status: Exclude<TopUpStatus, 'pending'>): Promise<void>
}
