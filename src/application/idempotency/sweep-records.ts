import type { IdempotencyStore } from '../ports/idempotency-store.ts'
import { RETENTION_SECONDS } from './lease.ts'

/** Deleted in one go; more wait for the next round, so that no statement runs for long. */
const PRUNED_AT_ONCE = 1000

export interface SweepRecordsDeps {
  readonly idempotency: Pick<IdempotencyStore, 'failExpired' | 'prune'>
}

export interface SweptRecords {
  /** Records whose process died. */
  readonly failed: number
  /** Finished records past their keeping. */
  readonly pruned: number
}

/** Resolves what dead processes left running and deletes what is old. Any number of instances may sweep at once. */
export const sweepRecords = (deps: SweepRecordsDeps) => async (): Promise<SweptRecords> => ({
  failed: await deps.idempotency.failExpired(),
  pruned: await deps.idempotency.prune(RETENTION_SECONDS, PRUNED_AT_ONCE),
})
