import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { RecordedResult } from '../../domain/limits/idempotency.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import { claimKey } from './claim-key.ts'
import type { Claim, ClaimKeyResult, ClaimKeyDeps, ClaimKeyFailure, ClaimKeyInput } from './claim-key.ts'
import { offloadBody, loadOffloadedBody } from './offloaded-body.ts'
import type { RunningClaims } from './running-claims.ts'

type FinalState = 'succeeded' | 'failed'

/**
 * One execution under a claimed key. Its end is recorded in one of two ways: `recordWithin` the transaction that makes
 * the result true, or behind the answer by one of the ends below. An end resolves when it is durable or given up and
 * never rejects, so the caller's answer need not wait for it. An end after `recordWithin` of the same state writes
 * nothing more.
 */
export interface KeyedCall {
  /** Names everything that this call makes. An execution that is resumed after a crash has the same one. */
  readonly operationId: string
  /** False when the claim was lost: another execution may have ended it, so the transaction must be rolled back. */
  recordWithin(stores: Pick<Stores, 'idempotency'>, state: FinalState, result: RecordedResult): Promise<boolean>
  succeed(result: RecordedResult): Promise<void>
  /** It failed and may not be executed again. */
  fail(result: RecordedResult): Promise<void>
  /** Nothing was done: the key is free again. */
  abandon(): Promise<void>
  /** It is unknown how far the execution came: the key stays used and counts as failed. */
  markFailed(): Promise<void>
}

type BeginResult =
  | { readonly tag: 'begun'; readonly call: KeyedCall }
  | { readonly tag: 'replay'; readonly result: RecordedResult }

/**
 * Executes requests at most once per Idempotency-Key. A second request with the key, sent to this process while the
 * record of the first is being written, waits for that record; elsewhere the first counts as running until then.
 */
export interface KeyedCalls {
  /** A name for a call that came without a key. */
  newOperation(): string
  /** Claims the key, or gives the result that is recorded under it. A call that is begun must be ended. */
  begin(input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, BeginResult>>
  /** Resolves once no record is being written. */
  drain(): Promise<void>
}

export interface KeyedCallsDeps extends ClaimKeyDeps {
  readonly running: RunningClaims
  readonly media: Pick<MediaStore, 'put' | 'get'>
  /** A record could not be written: the key stays used until its lease ends and then counts as failed. */
  readonly onLost: (operationId: string, error: unknown) => void
}

/** Every end passes here: the machine knows that it is being written, and its failure reaches no caller. */
type End = (work: () => Promise<unknown>) => Promise<void>

const endOf = (deps: KeyedCallsDeps, claim: Claim, name: string, ending: Map<string, Promise<void>>): End => {
  const runEnd = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      deps.onLost(claim.operationId, error)
      await deps.idempotency.markFailed(claim.fence).catch(() => undefined)
    } finally {
      deps.running.remove(claim.fence)
      ending.delete(name)
    }
  }
  return (work) => {
    const ended = runEnd(work)
    ending.set(name, ended)
    return ended
  }
}

const callOf = (deps: KeyedCallsDeps, { operationId, fence }: Claim, end: End): KeyedCall => {
  let recorded: FinalState | null = null
  const finish = (state: FinalState, result: RecordedResult): Promise<void> =>
    end(async () => {
      if (recorded !== state) await deps.idempotency.finish(fence, state, await offloadBody(deps.media, result))
    })
  return {
    operationId,
    recordWithin: async (stores, state, result) => {
      const isWritten = await stores.idempotency.finish(fence, state, result)
      // A transaction that is run again after a deadlock records again.
      recorded = isWritten ? state : null
      return isWritten
    },
    succeed: (result) => finish('succeeded', result),
    fail: (result) => finish('failed', result),
    abandon: () => end(() => deps.idempotency.abandon(fence)),
    markFailed: () => end(() => deps.idempotency.markFailed(fence)),
  }
}

export const keyedCalls = (deps: KeyedCallsDeps): KeyedCalls => {
  const ending = new Map<string, Promise<void>>()

  const claim = async (input: ClaimKeyInput, name: string): Promise<Either<ClaimKeyFailure, ClaimKeyResult>> => {
    await ending.get(name)
    const claimed = await claimKey(deps)(input)
    const isRunning = isLeft(claimed) && claimed.left.tag === 'idempotency_in_progress'
    // Its answer may have gone out while the key was being claimed.
    const isEnding = isRunning ? ending.get(name) : undefined
    if (isEnding === undefined) return claimed
    await isEnding
    return claimKey(deps)(input)
  }

  return {
    newOperation: () => deps.ids.next(),
    async begin(input) {
      const name = JSON.stringify([input.userId, input.scope, input.key])
      const claimed = await claim(input, name)
      if (isLeft(claimed)) return claimed
      if (claimed.right.tag === 'replay') {
        const result = await loadOffloadedBody(deps.media, claimed.right.result)
        return result === null ? left({ tag: 'interrupted' }) : right({ tag: 'replay', result })
      }
      deps.running.add(claimed.right.claim.fence)
      const end = endOf(deps, claimed.right.claim, name, ending)
      return right({ tag: 'begun', call: callOf(deps, claimed.right.claim, end) })
    },
    async drain() {
      while (ending.size > 0) await Promise.all(ending.values())
    },
  }
}
