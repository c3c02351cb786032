import type { Currency } from '../money/money.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import type { Reference } from './transfer.ts'

export type HoldState = 'held' | 'settled' | 'released'

/** Why a hold was released. The last three mean that the sweeper released it, because no process ended it in time. */
export const RELEASE_REASONS = [
  'upstream_failed',
  'nothing_delivered',
  'refused',
  'not_called',
  'zero_price',
  'given_back',
  'expired',
  'instance_lost',
  'job_expired',
] as const

export type ReleaseReason = (typeof RELEASE_REASONS)[number]

/** Money that is set aside for one operation. A hold ends exactly once, as settled or as released (contract 10.3). */
export interface Hold {
  readonly id: string
  readonly walletId: string
  readonly currency: Currency
  /** Micro-units, > 0. */
  readonly amount: bigint
  readonly state: HoldState
  /** The settled price in micro-units, which may exceed `amount`. Null unless settled. */
  readonly settledAmount: bigint | null
  readonly releaseReason: ReleaseReason | null
  /** A name that only one hold uses: the kind of work, `chat` for example, and the operation's id. */
  readonly reference: Reference
  /** The API key whose spend limit this hold also counts against. */
  readonly budgetId: string | null
  /** The running process that works for the hold. Null if the hold outlives processes, as for video jobs. */
  readonly instance: string | null
  /** The facts of the call for its receipt, written when the hold ends. */
  readonly receipt: ReceiptFacts | null
  /** For a call that was admitted against a reservation, and how much its charge took from it; null for all others. */
  readonly taken: { readonly reservationId: string; readonly amount: bigint } | null
}
