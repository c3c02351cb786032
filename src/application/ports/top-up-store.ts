import type { Payment } from '../../domain/payments/payment.ts'
import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'

export type NewTopUp = Pick<TopUp, 'id' | 'userId' | 'walletId' | 'currency' | 'amount' | 'price' | 'provider'>

export interface TopUpStore {
  /** Writes a pending top-up; answers the row of that id, which may have been there before. */
  open(topUp: NewTopUp): Promise<TopUp>
  /** Notes which payment was made for a pending top-up. The first payment id stays. */
  attachPayment(id: string, payment: Pick<Payment, 'id' | 'confirmationUrl'>): Promise<void>
  find(id: string): Promise<TopUp | null>
  /** Reads and locks the row until the transaction ends. */
  lock(id: string): Promise<TopUp | null>
  /** Ends a locked, pending top-up. A second end is a broken invariant and throws. */
  end(id: string, status: Exclude<TopUpStatus, 'pending'>): Promise<void>
}
