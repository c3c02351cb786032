import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { decideKnownKey } from '../../domain/limits/idempotency.ts'
import type { AfterCrash, RecordedResult } from '../../domain/limits/idempotency.ts'
import { LEASE } from '../../domain/limits/lease.ts'
import type { IdempotencyKey, IdempotencyStore } from '../ports/process/idempotency-store.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'

export interface ClaimKeyDeps {
  readonly idempotency: IdempotencyStore
  readonly ids: IdGenerator
  /** The running process. */
  readonly instance: string
}

export interface ClaimKeyInput extends IdempotencyKey {
  readonly requestHash: Uint8Array
  readonly afterCrash: AfterCrash
}

/** The right to execute one request, and the names to do it under. */
export interface Claim {
  readonly operationId: string
  readonly fence: string
}

/** Seconds after which a client should ask again for a request that is still running. */
export const IN_PROGRESS_RETRY_AFTER_SECONDS = 2

/**
 * `interrupted`: an earlier execution died with its process and is not repeated.
 * `idempotency_in_progress`: it is running now; ask again later.
 * `idempotency_mismatch`: the key was used for another request.
 */
export type ClaimKeyFailure =
  | { readonly tag: 'interrupted' }
  | { readonly tag: 'idempotency_in_progress' }
  | { readonly tag: 'idempotency_mismatch' }

export type ClaimKeyResult =
  | { readonly tag: 'claimed'; readonly claim: Claim }
  | { readonly tag: 'replay'; readonly result: RecordedResult }

/** Claims a key for one execution, or gives the result of an earlier request under it. */
export const claimKey =
  (deps: ClaimKeyDeps) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimKeyResult>> => {
    const { userId, scope, key, requestHash } = input
    const lease = {
      userId,
      scope,
      key,
      fence: deps.ids.next(),
      instance: deps.instance,
      leaseSeconds: LEASE.lifeSeconds,
    }
    const operationId = deps.ids.next()
    const outcome = await deps.idempotency.claim({ ...lease, requestHash, operationId })
    if (outcome.tag === 'claimed') return right({ tag: 'claimed', claim: { operationId, fence: lease.fence } })

    const { record } = outcome
    const decision = decideKnownKey(record, requestHash, input.afterCrash)
    switch (decision.tag) {
      case 'replay':
        return right(decision)
      case 'take_over': {
        const taken = await deps.idempotency.takeOver({ ...lease, lostFence: record.fence })
        if (!taken) return left({ tag: 'idempotency_in_progress' })
        return right({ tag: 'claimed', claim: { operationId: record.operationId, fence: lease.fence } })
      }
      case 'interrupted': {
        const isLost = record.state === 'failed' || (await deps.idempotency.markFailed(record.fence))
        // The other execution ended after this process read its record: the caller gets that end.
        return isLost ? left(decision) : claimKey(deps)(input)
      }
      case 'idempotency_in_progress':
      case 'idempotency_mismatch':
        return left(decision)
    }
  }
