import type { Currency } from '../money/money.ts'
import type { Json } from '../ledger/transfer.ts'

export type HoldState = 'held' | 'settled' | 'released'

/** Why a hold was given back. The last three mean that nobody came to end it. */
export type ReleaseReason =
  | 'upstream_failed'
  | 'nothing_delivered'
  | 'refused'
  | 'not_called'
  | 'zero_price'
  | 'given_back'
  | 'expired'
  | 'instance_lost'
  | 'job_expired'

/** Money reserved for one operation. It ends exactly once, as settled or as released. */
export interface Hold {
  readonly id: string
  readonly walletId: string
  readonly currency: Currency
  /** Micro-units, > 0. */
  readonly amount: bigint
  readonly state: HoldState
  /** The price that was settled; may be more than `amount`. Null unless settled. */
  readonly settledAmount: bigint | null
  readonly releaseReason: ReleaseReason | null
  /** A name used by one hold only, e.g. `chat:<operation id>`. */
  readonly reference: string
  /** The API key whose spend limit this hold also counts against. */
  readonly budgetId: string | null
  /** The running process that keeps this hold alive, null where the hold outlives processes (video jobs). */
  readonly instance: string | null
  /** What the receipt says of the call, written when the hold ends. */
  readonly receipt: Json | null
}
