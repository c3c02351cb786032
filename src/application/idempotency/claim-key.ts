import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type AfterCrash, type Answer, decideKnownKey } from '../../domain/limits/idempotency.ts'
import type { IdempotencyKey, IdempotencyStore } from '../ports/idempotency-store.ts'
import type { Ids } from '../ports/ids.ts'
import { LEASE_SECONDS } from './lease.ts'

export interface ClaimKeyDeps {
  readonly idempotency: IdempotencyStore
  readonly ids: Ids
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

/**
 * `interrupted`: an earlier execution died with its process and is not repeated.
 * `idempotency_in_progress`: it is running now; ask again later.
 * `idempotency_mismatch`: the key was used for another request.
 */
export type ClaimKeyFailure =
  | { readonly tag: 'interrupted' }
  | { readonly tag: 'idempotency_in_progress' }
  | { readonly tag: 'idempotency_mismatch' }

export type ClaimedOrAnswered =
  | { readonly tag: 'claimed'; readonly claim: Claim }
  | { readonly tag: 'answered'; readonly answer: Answer }

/** Claims a key for one execution, or says what an earlier request under it came to. */
export const claimKey =
  (deps: ClaimKeyDeps) =>
  async (input: ClaimKeyInput): Promise<Either<ClaimKeyFailure, ClaimedOrAnswered>> => {
    const { userId, scope, key, requestHash } = input
    const lease = { userId, scope, key, fence: deps.ids.next(), instance: deps.instance, leaseSeconds: LEASE_SECONDS }
    const operationId = deps.ids.next()
    const outcome = await deps.idempotency.claim({ ...lease, requestHash, operationId })
    if (outcome.tag === 'claimed') return right({ tag: 'claimed', claim: { operationId, fence: lease.fence } })

    const { record } = outcome
    const decision = decideKnownKey(record, requestHash, input.afterCrash)
    switch (decision.tag) {
      case 'replay':
        return right({ tag: 'answered', answer: decision.answer })
      case 'take_over': {
        const taken = await deps.idempotency.takeOver({ ...lease, lostFence: record.fence })
        if (!taken) return left({ tag: 'idempotency_in_progress' })
        return right({ tag: 'claimed', claim: { operationId: record.operationId, fence: lease.fence } })
      }
      case 'interrupted': {
        const isLost = record.state === 'failed' || (await deps.idempotency.lose(record.fence))
        // It came to its end after all, between our look and our verdict: whoever asks is told that end.
        return isLost ? left(decision) : claimKey(deps)(input)
      }
      case 'idempotency_in_progress':
      case 'idempotency_mismatch':
        return left(decision)
    }
  }
