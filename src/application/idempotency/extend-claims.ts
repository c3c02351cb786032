import type { IdempotencyStore } from '../ports/idempotency-store.ts'
import { LEASE_SECONDS } from './lease.ts'
import type { RunningClaims } from './running-claims.ts'

export interface ExtendClaimsDeps {
  readonly idempotency: Pick<IdempotencyStore, 'extendLeases'>
  readonly running: RunningClaims
}

/** Tells the database that this process' claims are alive. Called every LEASE_EXTENSION_INTERVAL_MS. */
export const extendClaims = (deps: ExtendClaimsDeps) => async (): Promise<void> => {
  const fences = deps.running.fences()
  if (fences.length > 0) await deps.idempotency.extendLeases(fences, LEASE_SECONDS)
}
