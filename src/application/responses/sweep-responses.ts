import type { StoredResponse } from '../../domain/responses/stored-response.ts'
import { SealBroken } from '../ports/secrets/content-sealing.ts'
import type { ContentSealing } from '../ports/secrets/content-sealing.ts'
import { oldestKept } from './keeping.ts'
import type { KeepingDeps } from './keeping.ts'
import { openBytes, sealBytes } from './sealed-exchange.ts'

/** Rows that one statement removes. */
const PRUNE_BATCH_SIZE = 1_000
/** A chain goes from its newest response on, one a statement; what is left waits for the next round. */
const PRUNE_STATEMENTS = 100
/** Responses that one round seals anew. */
const RESEAL_LIMIT = 1_000

interface SweepResponsesDeps extends KeepingDeps<'prune' | 'nextSealedBy' | 'reseal'> {
  /** Hears of a response that does not open. It stays as it is until it expires. */
  readonly onBroken: (response: StoredResponse, error: SealBroken) => void
}

interface SweptResponses {
  readonly pruned: number
  readonly resealed: number
}

const pruneAll = async (deps: SweepResponsesDeps): Promise<number> => {
  const since = oldestKept(deps)
  let pruned = 0
  for (let statement = 0; statement < PRUNE_STATEMENTS; statement += 1) {
    const removed = await deps.storedResponses.prune(since, PRUNE_BATCH_SIZE)
    if (removed === 0) break
    pruned += removed
  }
  return pruned
}

/** Whether it was sealed anew. One at a time: each may be as large as a request. */
const resealOne = async (
  { storedResponses, onBroken }: SweepResponsesDeps,
  sealing: ContentSealing,
  response: StoredResponse,
): Promise<boolean> => {
  try {
    await storedResponses.reseal(response, sealBytes(sealing, openBytes(sealing, response), response))
    return true
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    onBroken(response, error)
    return false
  }
}

/** Returns how many of at most `limit` responses under an older key it sealed anew. */
const resealAll = async (deps: SweepResponsesDeps, limit: number): Promise<number> => {
  const { sealing } = deps.keeping
  if (sealing === null) return 0
  let [seen, resealed] = [0, 0]
  for (const keyId of sealing.olderKeyIds) {
    let next = await deps.storedResponses.nextSealedBy(keyId, null)
    while (next !== null && seen < limit) {
      seen += 1
      if (await resealOne(deps, sealing, next)) resealed += 1
      next = await deps.storedResponses.nextSealedBy(keyId, next.id)
    }
  }
  return resealed
}

/**
 * Removes what was deleted or is too old, and seals anew what an older master key sealed. Any number of instances may
 * sweep at once.
 */
export const sweepResponses = (deps: SweepResponsesDeps) => async (): Promise<SweptResponses> => ({
  pruned: await pruneAll(deps),
  resealed: await resealAll(deps, RESEAL_LIMIT),
})
