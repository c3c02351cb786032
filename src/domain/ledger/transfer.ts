import type { Currency } from '../money/money.ts'

export type TransferKind = 'topup' | 'charge' | 'refund' | 'bonus' | 'adjustment' | 'writeoff'

/** Where a movement comes from, shown to the user beside it. */
export interface Reference {
  /** For example `chat`, `topup`, `signup_bonus`, `admin_credit`. */
  readonly kind: string
  readonly id: string
}

/** One movement of money between two accounts. Written once, never changed. */
export interface Transfer {
  readonly id: string
  readonly kind: TransferKind
  readonly currency: Currency
  readonly debit: string
  readonly credit: string
  /** Micro-units, > 0. */
  readonly amount: bigint
  readonly holdId: string | null
  /** The transfer that this one gives back, for refunds. */
  readonly reverses: string | null
  /**
   * Balance of the wallet concerned after the movement: the wallet at either end or, for a write-off, the
   * one that could not pay. Null for movements that concern no wallet.
   */
  readonly balanceAfter: bigint | null
  readonly reference: Reference
  readonly description: string
  readonly operationId: string | null
  readonly tariffVersion: string | null
  readonly usage: Json | null
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
