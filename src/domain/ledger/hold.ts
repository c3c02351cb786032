import type { Currency } from '../money/money.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import type { Reference } from './transfer.ts'

/** Why a hold was released. The last three: no process ended it in time. */
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

/** What a hold says from its first day to its last. */
interface HoldTerms {
  readonly id: string
  readonly walletId: string
  readonly currency: Currency
  /** Micro-units, > 0. */
  readonly amount: bigint
  /** A name that only one hold uses: the kind of work, `chat` for example, and the operation's id. */
  readonly reference: Reference
  /** The API key whose spend limit this hold also counts against. */
  readonly budgetId: string | null
  /** The running process that works for the hold. Null if the hold outlives processes, as for video jobs. */
  readonly instance: string | null
  /** For a call that was admitted against a reservation, and how much its charge took from it; null for all others. */
  readonly taken: { readonly reservationId: string; readonly amount: bigint } | null
}

/** Money that is still set aside. */
export interface OpenHold extends HoldTerms {
  readonly state: 'held'
  readonly settledAmount: null
  readonly releaseReason: null
  readonly receipt: null
}

interface SettledHold extends HoldTerms {
  readonly state: 'settled'
  /** The settled price in micro-units, which may exceed `amount`. */
  readonly settledAmount: bigint
  readonly releaseReason: null
  /** The facts of the call, written with its end; null if the operation has none. */
  readonly receipt: ReceiptFacts | null
}

export interface ReleasedHold extends HoldTerms {
  readonly state: 'released'
  readonly settledAmount: null
  readonly releaseReason: ReleaseReason
  /** As of a settled hold. A charge that comes after the release may bring it later. */
  readonly receipt: ReceiptFacts | null
}

/** Money that is set aside for one operation. A hold ends exactly once, as settled or as released (contract 10.3). */
export type Hold = OpenHold | SettledHold | ReleasedHold

export type HoldState = Hold['state']
