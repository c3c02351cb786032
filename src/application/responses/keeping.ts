import { keptSince } from '../../domain/responses/stored-response.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { Timer } from '../ports/process/timer.ts'
import type { ResponseStore } from '../ports/responses/response-store.ts'
import type { ContentSealing } from '../ports/secrets/content-sealing.ts'

/** Whether and how long this installation keeps responses. */
export interface ResponseKeeping {
  /** With 0 none is kept. */
  readonly days: number
  /** Null if the installation has no master key: then none is kept, for none is stored in the clear. */
  readonly sealing: ContentSealing | null
}

/** What every use case of stored responses needs. */
export interface KeepingDeps<Methods extends keyof ResponseStore> {
  readonly storedResponses: Pick<ResponseStore, Methods>
  readonly keeping: ResponseKeeping
  readonly clock: Clock
}

/** What reads a whole chain. */
export interface ChainDeps extends KeepingDeps<'chainSize' | 'chain'> {
  readonly timer: Timer
}

/** Makes room for what is about to be loaded; false where too much is in memory already. */
export type HoldBytes = (bytes: number) => boolean

export interface Overloaded {
  readonly tag: 'overloaded'
}

/** What seals, where responses are kept at all. */
export const sealingOf = ({ days, sealing }: ResponseKeeping): ContentSealing | null => (days > 0 ? sealing : null)

/** Older responses are no longer known, although their rows may still be there. */
export const oldestKept = ({ keeping, clock }: Pick<KeepingDeps<never>, 'keeping' | 'clock'>): Date =>
  keptSince(clock.now(), keeping.days)
