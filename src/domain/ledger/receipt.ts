import type { ReleaseReason } from '../holds/hold.ts'
import type { Currency } from '../money/money.ts'
import type { Json } from './transfer.ts'

/** What one paid operation came to. Micro-units of the wallet's currency. */
export interface Receipt {
  readonly operationId: string
  /** The kind of work: `chat`, `image`, `speech`, `video`; `message` of what was charged in tokens. */
  readonly kind: string
  readonly currency: Currency
  readonly hold: bigint
  /** What the wallet paid. */
  readonly charge: bigint
  /** What the house bore because the wallet could not. */
  readonly writeoff: bigint
  readonly state: 'held' | 'settled' | 'released'
  readonly releaseReason: ReleaseReason | null
  /** Public model id and tariff as far as known before the end; the written facts say them afterwards. */
  readonly model: string | null
  readonly tariffVersion: string | null
  /** What was written down when the operation ended; null while it runs, and where nobody came to end it. */
  readonly facts: Json | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}
