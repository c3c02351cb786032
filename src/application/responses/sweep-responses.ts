import type { StoredResponse } from '../../domain/responses/stored-response.ts'
import { HOUR_MS } from '../../domain/time-units.ts'
import { SealBroken } from '../ports/secrets/content-sealing.ts'
import type { ContentSealing } from '../ports/secrets/content-sealing.ts'
import { oldestKept } from './keeping.ts'
import type { KeepingDeps } from './keeping.ts'
import { openParts, sealParts } from './sealed-exchange.ts'
import { pruneInBatches } from '../prune-in-batches.ts'

/** No answer takes longer to be written, and no clock is wrong by more. */
const LATE_WRITE_MS = HOUR_MS
/** Responses that one round seals anew. */
const RESEAL_LIMIT = 1_000

/** Accounts that are closed, and accounts over their quota, that one round looks at. */
const ACCOUNTS = 100
/**
 * Conversations that one statement removes of an account over its quota, and how many such statements a round has. Each
 * counts what the account holds, which takes longer than to remove what it removes.
 */
const CONVERSATIONS = 1_000
const QUOTA_STATEMENTS = 100

interface SweepResponsesDeps extends KeepingDeps<
  'prune' | 'closedAccounts' | 'removeOfClosed' | 'accountsOver' | 'removeIdlest' | 'nextSealedBy' | 'reseal'
> {
  /** The most bytes that the sealed responses of one account may take. */
  readonly quotaBytes: number
  /** Called for an account that was over its quota, with the number of its responses that were removed. */
  readonly onOverQuota: (userId: string, removed: number) => void
  /** Called for a response that does not open. It stays as it is until it expires. */
  readonly onBroken: (response: StoredResponse, error: SealBroken) => void
}

interface SweptResponses {
  /** Responses that were deleted or too old, or whose account is closed. */
  readonly pruned: number
  /** Responses of accounts that had more than their quota. */
  readonly overQuota: number
  readonly resealed: number
}

/** A chain goes from its newest response on, one a statement. */
const pruneAll = (deps: SweepResponsesDeps): Promise<number> => {
  const since = oldestKept(deps)
  return pruneInBatches((limit) => deps.storedResponses.prune(since, limit))
}

/** What closings left: the account had more than a request waits for, or the process ended in between. */
const deleteOfAllClosed = async ({ storedResponses }: SweepResponsesDeps): Promise<number> => {
  let removed = 0
  for (const userId of await storedResponses.closedAccounts(ACCOUNTS))
    removed += await pruneInBatches((limit) => storedResponses.removeOfClosed(userId, limit))
  return removed
}

/** Removes an account's idlest conversations until what it has fits its quota, or a round has removed enough. */
const fitQuota = async ({ storedResponses, quotaBytes }: SweepResponsesDeps, userId: string) => {
  let removed = 0
  for (let statement = 0; statement < QUOTA_STATEMENTS; statement += 1) {
    const gone = await storedResponses.removeIdlest(userId, quotaBytes, CONVERSATIONS)
    if (gone === 0) return { removed, isDone: true }
    removed += gone
  }
  return { removed, isDone: false }
}

/** Whether it was sealed anew. One at a time: each may be as large as a request. */
const resealOne = async (
  { storedResponses, onBroken }: SweepResponsesDeps,
  sealing: ContentSealing,
  response: StoredResponse,
): Promise<boolean> => {
  try {
    await storedResponses.reseal(response, sealParts(sealing, openParts(sealing, response), response))
    return true
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    onBroken(response, error)
    return false
  }
}

/** The response at which a round ended, since it had looked at enough; `id` null: before the first of the key. */
interface ReachedResponse {
  readonly keyId: string
  readonly id: string | null
}

/**
 * Seals anew what an older key sealed, of at most `limit` responses behind `reached`. Null: of all. The next round goes
 * on where this one ended: a response that does not open stays, and enough of them would fill every round.
 */
const resealAll = async (
  deps: SweepResponsesDeps,
  limit: number,
  reached: ReachedResponse | null,
): Promise<{ readonly resealed: number; readonly reached: ReachedResponse | null }> => {
  const { sealing } = deps.keeping
  if (sealing === null) return { resealed: 0, reached: null }
  let [seen, resealed] = [0, 0]
  for (const keyId of sealing.olderKeyIds.slice(Math.max(0, sealing.olderKeyIds.indexOf(reached?.keyId ?? '')))) {
    let id = keyId === reached?.keyId ? reached.id : null
    let next = await deps.storedResponses.nextSealedBy(keyId, id)
    while (next !== null) {
      if (seen === limit) return { resealed, reached: { keyId, id } }
      seen += 1
      if (await resealOne(deps, sealing, next)) resealed += 1
      id = next.id
      next = await deps.storedResponses.nextSealedBy(keyId, id)
    }
  }
  return { resealed, reached: null }
}

/** Counts what each part of a round has done, and keeps what it throws from the parts behind it. */
const partsOfRound = () => {
  const broken: unknown[] = []
  return {
    broken,
    count: async (part: () => Promise<number>): Promise<number> => {
      try {
        return await part()
      } catch (error) {
        broken.push(error)
        return 0
      }
    },
  }
}

/**
 * Removes what was deleted or is too old, and what an account has over its quota, and seals anew what an older master
 * key sealed. Any number of instances may sweep at once. A part that fails, or an account, does not stop the others:
 * what they threw is thrown at the end, and a later round takes them again.
 */
export const sweepResponses = (deps: SweepResponsesDeps) => {
  /** Accounts that made no response since were within their quota. */
  let fitSince = new Date(0)
  let reached: ReachedResponse | null = null

  const fitAll = async ({ broken, count }: ReturnType<typeof partsOfRound>): Promise<number> => {
    const startedAt = new Date(deps.clock.now())
    const accounts = await deps.storedResponses.accountsOver(deps.quotaBytes, fitSince, ACCOUNTS)
    const brokenBefore = broken.length
    let removed = 0
    let isDone = accounts.length < ACCOUNTS
    for (const userId of accounts) {
      removed += await count(async () => {
        const fit = await fitQuota(deps, userId)
        isDone &&= fit.isDone
        deps.onOverQuota(userId, fit.removed)
        return fit.removed
      })
    }
    // A response is written some time after the moment that it is dated by.
    if (isDone && broken.length === brokenBefore) fitSince = new Date(startedAt.getTime() - LATE_WRITE_MS)
    return removed
  }

  const resealNext = async (): Promise<number> => {
    const sealed = await resealAll(deps, RESEAL_LIMIT, reached)
    reached = sealed.reached
    return sealed.resealed
  }

  return async (): Promise<SweptResponses> => {
    const parts = partsOfRound()
    const { broken, count } = parts
    const pruned = (await count(() => pruneAll(deps))) + (await count(() => deleteOfAllClosed(deps)))
    const overQuota = await count(() => fitAll(parts))
    const resealed = await count(resealNext)
    if (broken.length > 1) throw new AggregateError(broken, `${broken.length} parts of the sweep failed`)
    if (broken.length > 0) throw broken[0]
    return { pruned, overQuota, resealed }
  }
}
