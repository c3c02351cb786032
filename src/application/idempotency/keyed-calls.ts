import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { RecordedResult } from '../../domain/limits/idempotency.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import { claimEnds } from './claim-ends.ts'
import type { Claim, ClaimEnds, ClaimEndsDeps } from './claim-ends.ts'
import { claimKey } from './claim-key.ts'
import type { ClaimKeyDeps, ClaimKeyFailure, ClaimKeyInput, ClaimKeyResult } from './claim-key.ts'
import { findOffloadedBody, offloadBody } from './offloaded-body.ts'
import type { Replay } from './offloaded-body.ts'

type FinalState = 'succeeded' | 'failed'

/**
 * One execution under a claimed key. Its end is recorded in one of two ways: `recordWithin` the transaction that makes
 * the result true, or behind the answer by one of the ends below. An end resolves when it is durable, or has failed
 * once and is tried again, and never rejects, so the caller's answer need not wait for it. An end after `recordWithin`
 * of the same state writes nothing more.
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

type BeginResult = { readonly tag: 'begun'; readonly call: KeyedCall } | ({ readonly tag: 'replay' } & Replay)

/**
 * Executes requests at most once per Idempotency-Key. A second request with the key that comes while the record of the
 * first is being written waits for that record: in this process however long it takes, in another for a second at most.
 */
export interface KeyedCalls {
  /** A name for a call that came without a key. */
  newOperation(): string
  /** Claims the key, or gives the result that is recorded under it. A call that is begun must be ended. */
  begin(input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, BeginResult>>
  /** Resolves once no record is being written. */
  drain(): Promise<void>
}

export interface KeyedCallsDeps extends ClaimKeyDeps, Omit<ClaimEndsDeps, 'idempotency'> {
  readonly media: Pick<MediaStore, 'put' | 'get' | 'sizeOf'>
}

/** Every result is recorded through this function. */
type End = (record: () => Promise<unknown>) => Promise<void>

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

/** The pauses behind which a call that another process executes is looked at again: its answer may have gone out. */
const LOOK_AGAIN_MS = [25, 50, 100, 200, 400] as const

/** Claims a key. While the record of its call may be on its way, waits for that. */
const claimBehindRecord =
  (deps: KeyedCallsDeps, ends: ClaimEnds) =>
  async (input: ClaimKeyInput, name: string): Promise<Either<ClaimKeyFailure, ClaimKeyResult>> => {
    await ends.underWay(name)
    for (const pauseMs of LOOK_AGAIN_MS) {
      const claimed = await claimKey(deps, ends)(input)
      if (isLeft(claimed) || claimed.right.tag !== 'running') return claimed
      // Of a call that is executed here it is known whether its answer has gone out.
      const recorded = ends.underWay(name)
      if (recorded === undefined && deps.running.has(claimed.right.fence)) return claimed
      await (recorded ?? deps.timer.sleep(pauseMs))
    }
    return claimKey(deps, ends)(input)
  }

export const keyedCalls = (deps: KeyedCallsDeps): KeyedCalls => {
  const ends = claimEnds(deps)
  const claim = claimBehindRecord(deps, ends)

  return {
    newOperation: () => deps.ids.next(),
    async begin(input) {
      const name = JSON.stringify([input.userId, input.scope, input.key])
      const begun = await claim(input, name)
      if (isLeft(begun)) return begun
      switch (begun.right.tag) {
        case 'claimed': {
          const claimed = begun.right.claim
          return right({ tag: 'begun', call: callOf(deps, claimed, (record) => ends.end(claimed, name, record)) })
        }
        case 'running':
          return left({ tag: 'idempotency_in_progress' })
        case 'replay': {
          const { operationId, result } = begun.right
          const replay = await findOffloadedBody(deps.media, result)
          return replay === null ? left({ tag: 'interrupted', operationId }) : right({ tag: 'replay', ...replay })
        }
      }
    },
    drain: ends.drain,
  }
}
