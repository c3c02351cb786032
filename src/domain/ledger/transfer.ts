import type { Json } from '../json.ts'
import type { Currency } from '../money/money.ts'

export type TransferKind = 'topup' | 'charge' | 'refund' | 'bonus' | 'adjustment' | 'writeoff'

/** The origin of a movement, which the API shows to the user beside it, or what a hold is for. */
export interface Reference {
  /** For example `chat`, `topup`, `signup_bonus`, `admin_credit`. */
  readonly kind: string
  readonly id: string
}

/** The kind of work of the hold that keeps the money of a top-up's refund: no call, and no work for a customer. */
export const TOP_UP_REFUND_KIND = 'topup-refund'

/** A reference as one text, which is as unique as the reference: a kind holds no colon. */
export const referenceText = ({ kind, id }: Reference): string => `${kind}:${id}`

/** One movement of money between two accounts. It is written once and never changed (contract 10.4). */
export interface Transfer {
  readonly id: string
  readonly kind: TransferKind
  readonly currency: Currency
  readonly debit: string
  readonly credit: string
  /** Micro-units, > 0. */
  readonly amount: bigint
  readonly holdId: string | null
  /** For a refund the transfer that it gives back. */
  readonly reverses: string | null
  /**
   * Balance of the wallet after the movement: the wallet at either end or, for a write-off, the wallet that could not
   * pay. Null for a movement that concerns no wallet.
   */
  readonly balanceAfter: bigint | null
  readonly reference: Reference
  readonly description: string
  readonly operationId: string | null
  readonly tariffVersion: string | null
  readonly usage: Json | null
}
