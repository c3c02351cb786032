import { LEASE } from '../../../domain/limits/lease.ts'
import type { RunningClaims } from '../../idempotency/keyed-calls.ts'
import type { HoldStore } from '../../ports/billing/hold-store.ts'
import type { IdempotencyStore } from '../../ports/process/idempotency-store.ts'

interface ExtendLeasesDeps {
  readonly holds: Pick<HoldStore, 'extendLeases'>
  readonly idempotency: Pick<IdempotencyStore, 'extendLeases'>
  readonly running: Pick<RunningClaims, 'fences'>
  /** The id this process took at start. */
  readonly instance: string
}

/**
 * Keeps the open holds and the running claims of this process alive; to be called every `LEASE.extendEveryMs`. A failure
 * to extend the ones does not keep the others from being extended. It rejects after both were tried.
 */
export const extendLeases =
  ({ holds, idempotency, running, instance }: ExtendLeasesDeps) =>
  async (): Promise<void> => {
    const fences = running.fences()
    const extended = await Promise.allSettled([
      holds.extendLeases(instance, LEASE.lifeSeconds),
      fences.length > 0 ? idempotency.extendLeases(fences, LEASE.lifeSeconds) : undefined,
    ])
    for (const each of extended) if (each.status === 'rejected') throw each.reason
  }
