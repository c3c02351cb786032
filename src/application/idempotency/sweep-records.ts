import type { IdempotencyStore } from '../ports/process/idempotency-store.ts'
import { pruneInBatches } from '../prune-in-batches.ts'

/** Finished records are kept this long at least. */
const RETENTION_SECONDS = 7 * 24 * 60 * 60

interface SweepRecordsDeps {
  readonly idempotency: Pick<IdempotencyStore, 'failLost' | 'prune'>
}

interface SweptRecords {
  /** Records whose instance has ended. */
  readonly failed: number
  /** Finished records past their keeping. */
  readonly pruned: number
}

/** Resolves what dead processes left running and deletes what is old. Any number of instances may sweep at once. */
export const sweepRecords = (deps: SweepRecordsDeps) => async (): Promise<SweptRecords> => ({
  failed: await deps.idempotency.failLost(),
  pruned: await pruneInBatches((limit) => deps.idempotency.prune(RETENTION_SECONDS, limit)),
})
