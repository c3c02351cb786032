import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { decideKnownKey } from '../../domain/limits/idempotency.ts'
import type { AfterCrash, RecordedResult, RequestHashes } from '../../domain/limits/idempotency.ts'
import type { NamedInstance } from '../instances/running-instance.ts'
import type { ClaimOutcome, IdempotencyKey, IdempotencyStore } from '../ports/process/idempotency-store.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import { claimEnds } from './claim-ends.ts'
import type { Claim, ClaimEnds, ClaimEndsDeps, RunningClaims } from './claim-ends.ts'
import { findOffloadedBody, offloadBody } from './offloaded-body.ts'
import type { Replay } from './offloaded-body.ts'

interface ClaimKeyDeps {
  readonly idempotency: IdempotencyStore
  readonly ids: IdGenerator
  readonly running: RunningClaims
  /** The running process. */
  readonly instance: NamedInstance
}

export interface ClaimKeyInput extends IdempotencyKey, RequestHashes {
  readonly afterCrash: AfterCrash
}

/** Seconds after which a client should ask again for a request that is still running. */
export const IN_PROGRESS_RETRY_AFTER_SECONDS = 2

/**
 * `interrupted`: an earlier execution died with its process and is not repeated. It is known by its operation id.
 * `idempotency_in_progress`: it is running now; ask again later.
 * `idempotency_mismatch`: the key was used for another request.
 */
export type ClaimKeyFailure =
  | { readonly tag: 'interrupted'; readonly operationId: string }
  | { readonly tag: 'idempotency_in_progress' }
  | { readonly tag: 'idempotency_mismatch' }

type ClaimKeyResult =
  | { readonly tag: 'claimed'; readonly claim: Claim }
  /** It is running, under that fence. */
  | { readonly tag: 'running'; readonly fence: string }
  | { readonly tag: 'replay'; readonly result: RecordedResult; readonly operationId: string }

type Unanswered = Extract<ClaimOutcome, { readonly tag: 'unanswered' }>

/** Claims a key for one execution, or gives the result of an earlier request under it. */
const claimUnder =
  (deps: ClaimKeyDeps, claim: Claim) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimKeyResult | Unanswered>> => {
    const { userId, scope, key, requestHash } = input
    const { operationId, fence } = claim
    const mine = { userId, scope, key, fence, instance: deps.instance.id }
    const outcome = await deps.idempotency.claim({ ...mine, requestHash, operationId })
    if (outcome.tag === 'claimed') return right({ tag: 'claimed', claim })
    if (outcome.tag === 'unanswered') return right(outcome)

    const { record } = outcome
    const decision = decideKnownKey(record, input, input.afterCrash)
    switch (decision.tag) {
      case 'replay':
        return right({ ...decision, operationId: record.operationId })
      case 'take_over': {
        const taken = await deps.idempotency.takeOver({ ...mine, lostFence: record.fence })
        if (!taken) return right({ tag: 'running', fence: record.fence })
        return right({ tag: 'claimed', claim: { operationId: record.operationId, fence } })
      }
      case 'interrupted': {
        const isLost = record.state === 'failed' || (await deps.idempotency.markFailed(record.fence))
        // The other execution ended after this process read its record: the caller gets that end.
        return isLost ? left({ ...decision, operationId: record.operationId }) : claimUnder(deps, claim)(input)
      }
      case 'idempotency_in_progress':
        return right({ tag: 'running', fence: record.fence })
      case 'idempotency_mismatch':
        return left(decision)
    }
  }

/**
 * Claims a key. The fence is registered before the claim is written, so the check for stray claims cannot fail it.
 * Where the store gave no answer, the claim may be there, and nothing is executed for it.
 */
const claimKey =
  (deps: ClaimKeyDeps, ends: Pick<ClaimEnds, 'giveBack'>) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimKeyResult>> => {
    const claim = { operationId: deps.ids.next(), fence: deps.ids.next() }
    deps.running.add(claim.fence)
    let isKept = false
    try {
      const claimed = await claimUnder(deps, claim)(input)
      if (isLeft(claimed)) return claimed
      const { right: found } = claimed
      isKept = found.tag === 'claimed' || found.tag === 'unanswered'
      if (found.tag !== 'unanswered') return right(found)
      ends.giveBack(claim)
      throw found.error
    } finally {
      if (!isKept) deps.running.remove(claim.fence)
    }
  }

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
