import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { ClaimKeyFailure } from '../idempotency/claim-key.ts'
import { type Execution, idempotently, type IdempotentlyDeps, type StoredAnswer } from '../idempotency/idempotently.ts'
import type { IdempotencyKey } from '../ports/idempotency-store.ts'
import type { GenerationFailed } from './turn-failure.ts'

/** How what costs tokens ends that does not succeed: before a model was asked, which frees the key, or by its failing. */
export type TurnEnd<E> = { readonly tag: 'refused'; readonly refusal: E } | GenerationFailed

export interface UnderKey<E, A> extends IdempotencyKey {
  readonly requestHash: Uint8Array
  readonly execute: (execution: Execution<A, TurnEnd<E>>) => Promise<Either<TurnEnd<E>, A>>
  readonly render: (made: A) => Answer
  /** The answer recorded when a model was asked and nothing came of it. */
  readonly renderFailure: () => Answer
}

/** Carries out at most once, and never again after a crash, what a model is asked for and tokens pay. */
export const underKey =
  (deps: IdempotentlyDeps) =>
  async <E, A>({
    renderFailure,
    ...call
  }: UnderKey<E, A>): Promise<Either<E | GenerationFailed | ClaimKeyFailure, StoredAnswer>> => {
    const answered = await idempotently(deps)<TurnEnd<E>, A>({
      ...call,
      afterCrash: 'fail',
      renderFailure: (end) => (end.tag === 'refused' ? null : renderFailure()),
    })
    if (!isLeft(answered)) return answered
    const end = answered.left
    return left(end.tag === 'refused' ? end.refusal : end)
  }
