import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { decideKnownKey } from '../../domain/limits/idempotency.ts'
import type { AfterCrash, RecordedResult, RequestHashes } from '../../domain/limits/idempotency.ts'
import type { NamedInstance } from '../instances/running-instance.ts'
import type { ClaimOutcome, IdempotencyKey, IdempotencyStore } from '../ports/process/idempotency-store.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { Claim, ClaimEnds, RunningClaims } from './claim-ends.ts'

export interface ClaimKeyDeps {
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

export type ClaimKeyResult =
  | { readonly tag: 'claimed'; readonly claim: Claim }
  /** It is running, under that fence. */
  | { readonly tag: 'running'; readonly fence: string }
  | { readonly tag: 'replay'; readonly result: RecordedResult; readonly operationId: string }

type UnansweredClaim = Extract<ClaimOutcome, { readonly tag: 'unanswered' }>

/** Claims a key for one execution, or gives the result of an earlier request under it. */
const claimUnder =
  (deps: ClaimKeyDeps, claim: Claim) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimKeyResult | UnansweredClaim>> => {
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
export const claimKey =
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
