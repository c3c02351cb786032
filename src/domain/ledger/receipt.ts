import type { ReleaseReason } from './hold.ts'
import type { Currency } from '../money/money.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/** The record of one paid operation. Amounts are micro-units of the wallet's currency. */
export interface Receipt {
  readonly operationId: string
  /** The kind of work: `chat`, `image`, `speech`, `video`; `message` for work that was charged in tokens. */
  readonly kind: string
  readonly currency: Currency
  readonly hold: bigint
  /** What the wallet paid. */
  readonly charge: bigint
  /** The part of the price that the house bore, because the wallet could not. */
  readonly writeoff: bigint
  readonly state: 'held' | 'settled' | 'released'
  readonly releaseReason: ReleaseReason | null
  /** The public model id and the tariff version as known before the end. After the end `facts` has them. */
  readonly model: string | null
  readonly tariffVersion: string | null
  /** The facts written when the operation ended. Null while it runs, and where the sweeper ended it. */
  readonly facts: ReceiptFacts | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}
