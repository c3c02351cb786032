import type { NamedInstance } from '../instances/running-instance.ts'
import type { IdempotencyStore } from '../ports/process/idempotency-store.ts'
import type { RunningClaims } from './claim-ends.ts'

interface FailStrayClaimsDeps {
  readonly idempotency: Pick<IdempotencyStore, 'runningOf' | 'markFailed'>
  readonly running: Pick<RunningClaims, 'has'>
  readonly instance: NamedInstance
}

/**
 * Fails the claims of this process that it does not execute: the answer to the claim was lost, or the end of the
 * execution could not be recorded. A claim is failed only if two consecutive checks find it, because at the first check
 * its result may still be on its way. Returns how many were failed.
 */
export const failStrayClaims = ({ idempotency, running, instance }: FailStrayClaimsDeps): (() => Promise<number>) => {
  let suspected: ReadonlySet<string> = new Set()
  return async () => {
    const stray = (await idempotency.runningOf(instance.id)).filter((fence) => !running.has(fence))
    const twice = stray.filter((fence) => suspected.has(fence))
    suspected = new Set(stray)
    await Promise.all(twice.map((fence) => idempotency.markFailed(fence)))
    return twice.length
  }
}
