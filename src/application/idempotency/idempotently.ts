import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { Stores } from '../ports/stores.ts'
import { type Claim, claimKey, type ClaimKeyDeps, type ClaimKeyFailure, type ClaimKeyInput } from './claim-key.ts'
import type { RunningClaims } from './running-claims.ts'

export interface IdempotentlyDeps extends ClaimKeyDeps {
  readonly running: RunningClaims
}

/** One execution under a claimed key. */
export interface Execution<A, E = never> {
  /** Names everything this request makes. After a crash a resumed execution gets the same one. */
  readonly operationId: string
  /** A step before anything is done: should it throw, the key is free again. */
  beforehand<B>(step: () => Promise<B>): Promise<B>
  /**
   * Records the result as the key's answer, inside the transaction that makes it true. False when the claim has
   * been lost meanwhile and its caller told so: then roll back, unless what was done was done anyway.
   */
  record(stores: Pick<Stores, 'idempotency'>, result: A): Promise<boolean>
  /** The same for a failure that must not be executed again, inside the transaction that gives the money back. */
  recordFailure(stores: Pick<Stores, 'idempotency'>, failure: E): Promise<boolean>
}

export interface IdempotentCall<E, A> extends ClaimKeyInput {
  /** Does the work. Whatever it returns without having recorded it is recorded or forgotten by the bracket. */
  readonly execute: (execution: Execution<A, E>) => Promise<Either<E, A>>
  readonly render: (result: A) => Answer
  /** The answer to record for a failure that must not be executed again (502), null to free the key. */
  readonly renderFailure: (failure: E) => Answer | null
}

/** What the caller is told: the first time and every time after, the same bytes. */
export interface StoredAnswer extends Answer {
  readonly replayed: boolean
}

/** Executes a request at most once per key, and answers every repetition with the first answer. */
export const idempotently =
  (deps: IdempotentlyDeps) =>
  async <E, A>(call: IdempotentCall<E, A>): Promise<Either<E | ClaimKeyFailure, StoredAnswer>> => {
    const claimed = await claimKey(deps)(call)
    if (isLeft(claimed)) return claimed
    if (claimed.right.tag === 'answered') return right({ ...claimed.right.answer, replayed: true })
    const { claim } = claimed.right

    deps.running.add(claim.fence)
    try {
      return await conclude(deps, call, claim)
    } catch (error) {
      // How far it came is unknown, so the key may not be free again. One that is free already stays so.
      await deps.idempotency.lose(claim.fence).catch(() => undefined)
      throw error
    } finally {
      deps.running.remove(claim.fence)
    }
  }

const conclude = async <E, A>(
  deps: IdempotentlyDeps,
  call: IdempotentCall<E, A>,
  claim: Claim,
): Promise<Either<E, StoredAnswer>> => {
  let recorded: Answer | null = null
  const write = async (stores: Pick<Stores, 'idempotency'>, state: 'succeeded' | 'failed', answer: Answer) => {
    const written = await stores.idempotency.finish(claim.fence, state, answer)
    // A transaction that is run again after a deadlock records again.
    recorded = written ? answer : null
    return written
  }
  const result = await call.execute({
    operationId: claim.operationId,
    beforehand: async (step) => {
      try {
        return await step()
      } catch (error) {
        await deps.idempotency.abandon(claim.fence).catch(() => undefined)
        throw error
      }
    },
    record: (stores, value) => write(stores, 'succeeded', call.render(value)),
    recordFailure: async (stores, failure) => {
      const answer = call.renderFailure(failure)
      return answer !== null && write(stores, 'failed', answer)
    },
  })
  if (isLeft(result)) {
    const answer = call.renderFailure(result.left)
    if (answer === null) {
      await deps.idempotency.abandon(claim.fence)
      return left(result.left)
    }
    if (recorded === null) await deps.idempotency.finish(claim.fence, 'failed', answer)
    return right({ ...answer, replayed: false })
  }
  const answer: Answer = recorded ?? call.render(result.right)
  if (recorded === null) await deps.idempotency.finish(claim.fence, 'succeeded', answer)
  return right({ ...answer, replayed: false })
}
