import type { IdempotencyStore } from '../ports/process/idempotency-store.ts'

interface FailLostRecordsDeps {
  readonly idempotency: Pick<IdempotencyStore, 'failOtherInstances'>
}

/**
 * Resolves at once what earlier processes left running; answers how many. Only where one process runs at a time:
 * elsewhere the leases decide.
 */
export const failLostRecords =
  (deps: FailLostRecordsDeps) =>
  (instance: string): Promise<number> =>
    deps.idempotency.failOtherInstances(instance)
