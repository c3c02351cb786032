import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { decideKnownKey } from '../../domain/limits/idempotency.ts'
import type { AfterCrash, RecordedResult, RequestHashes } from '../../domain/limits/idempotency.ts'
import type { NamedInstance } from '../instances/running-instance.ts'
import type { IdempotencyKey, IdempotencyStore } from '../ports/process/idempotency-store.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import { findOffloadedBody, offloadBody } from './offloaded-body.ts'
import type { Replay } from './offloaded-body.ts'

/**
 * The claims this process is executing now, those included that it is just asking for. Its other claims, whose
 * execution ended without an outcome, are failed by `failStrayClaims`.
 */
export interface RunningClaims {
  add(fence: string): void
  remove(fence: string): void
  has(fence: string): boolean
}

export const runningClaims = (running: Set<string> = new Set()): RunningClaims => ({
  add: (fence) => void running.add(fence),
  remove: (fence) => void running.delete(fence),
  has: (fence) => running.has(fence),
})

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

/** The right to execute one request, and the names to do it under. */
interface Claim {
  readonly operationId: string
  readonly fence: string
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
  | { readonly tag: 'replay'; readonly result: RecordedResult; readonly operationId: string }

/** Claims a key for one execution, or gives the result of an earlier request under it. */
const claimUnder =
  (deps: ClaimKeyDeps, fence: string) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimKeyResult>> => {
    const { userId, scope, key, requestHash } = input
    const mine = { userId, scope, key, fence, instance: deps.instance.id }
    const operationId = deps.ids.next()
    const outcome = await deps.idempotency.claim({ ...mine, requestHash, operationId })
    if (outcome.tag === 'claimed') return right({ tag: 'claimed', claim: { operationId, fence } })

    const { record } = outcome
    const decision = decideKnownKey(record, input, input.afterCrash)
    switch (decision.tag) {
      case 'replay':
        return right({ ...decision, operationId: record.operationId })
      case 'take_over': {
        const taken = await deps.idempotency.takeOver({ ...mine, lostFence: record.fence })
        if (!taken) return left({ tag: 'idempotency_in_progress' })
        return right({ tag: 'claimed', claim: { operationId: record.operationId, fence } })
      }
      case 'interrupted': {
        const isLost = record.state === 'failed' || (await deps.idempotency.markFailed(record.fence))
        // The other execution ended after this process read its record: the caller gets that end.
        return isLost ? left({ ...decision, operationId: record.operationId }) : claimUnder(deps, fence)(input)
      }
      case 'idempotency_in_progress':
      case 'idempotency_mismatch':
        return left(decision)
    }
  }

/** Claims a key. The fence is registered before the claim is written, so the check for stray claims cannot fail it. */
const claimKey =
  (deps: ClaimKeyDeps) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimKeyResult>> => {
    const fence = deps.ids.next()
    deps.running.add(fence)
    let isClaimed = false
    try {
      const claimed = await claimUnder(deps, fence)(input)
      isClaimed = !isLeft(claimed) && claimed.right.tag === 'claimed'
      return claimed
    } finally {
      if (!isClaimed) deps.running.remove(fence)
    }
  }

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

type BeginResult = { readonly tag: 'begun'; readonly call: KeyedCall } | ({ readonly tag: 'replay' } & Replay)

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
  readonly media: Pick<MediaStore, 'put' | 'get' | 'sizeOf'>
  /** A record could not be written: the key stays used until the claim is found stray, and then counts as failed. */
  readonly onLost: (operationId: string, error: unknown) => void
}

/** Every result is recorded through this function. It tracks the write; an error is reported and not thrown. */
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
        const { operationId } = claimed.right
        const replay = await findOffloadedBody(deps.media, claimed.right.result)
        return replay === null ? left({ tag: 'interrupted', operationId }) : right({ tag: 'replay', ...replay })
      }
      const end = endOf(deps, claimed.right.claim, name, ending)
      return right({ tag: 'begun', call: callOf(deps, claimed.right.claim, end) })
    },
    async drain() {
      while (ending.size > 0) await Promise.all(ending.values())
    },
  }
}
