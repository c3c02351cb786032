import type { HoldState, ReleaseReason } from './hold.ts'
import type { Currency } from '../money/money.ts'
import type { ReceiptFacts, ReceiptOutcome } from './receipt-facts.ts'

/** The API key of an operation, as its owner recognises it; a deleted one too. */
export interface ReceiptKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly lastFour: string
}

/** The record of one paid operation. Amounts are micro-units of the wallet's currency. */
export interface Receipt {
  readonly operationId: string
  /** A kind of model, or `message` for work charged in tokens. */
  readonly kind: string
  readonly currency: Currency
  readonly hold: bigint
  /** What the wallet paid. */
  readonly charge: bigint
  /** The part of the price that the house bore, because the wallet could not. */
  readonly writeoff: bigint
  readonly state: HoldState
  readonly releaseReason: ReleaseReason | null
  /** The public model id and the tariff version as known before the end. After the end `facts` has them. */
  readonly model: string | null
  readonly tariffVersion: string | null
  /** The facts written when the operation ended. Null while it runs, and where the sweeper ended it. */
  readonly facts: ReceiptFacts | null
  /** Null for work of the account interface, which no key asks for. */
  readonly key: ReceiptKey | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** How an ended operation ended. Where the sweeper ended it, its hold alone knows. */
export const receiptOutcome = ({ facts, releaseReason }: Receipt): ReceiptOutcome =>
  facts?.outcome ?? releaseReason ?? 'succeeded'
