import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelKind } from '../../../domain/catalog/model.ts'
import type { Json } from '../../../domain/json.ts'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'

/** What a paid operation is, before a provider is asked. */
export interface PaidTerms {
  /** Names the operation, its hold and its charge. */
  readonly operationId: string
  readonly walletId: string
  readonly budgetId: string | null
  /** The kind of work, and of the hold's and the charge's reference. */
  readonly kind: ModelKind | 'message'
  /** Micro-units, > 0. */
  readonly holdMicro: bigint
  /** Shown to the user beside the charge. */
  readonly description: string
  readonly tariffVersion: string | null
}

/** How a paid operation ends for money. */
export type Verdict =
  | { readonly tag: 'charge'; readonly price: bigint; readonly usage: Json; readonly receipt: ReceiptFacts }
  | { readonly tag: 'release'; readonly reason: ReleaseReason; readonly receipt: ReceiptFacts | null }

/** Why an operation costs nothing: what its caller gets, and what its receipt says. */
export interface Unpaid<F> {
  readonly failure: F
  readonly reason: ReleaseReason
  readonly receipt: ReceiptFacts | null
}

/** Where an operation stands between its hold and the end of the hold. */
export type PaidState<F, M> =
  | { readonly tag: 'held' }
  | { readonly tag: 'worked'; readonly made: M }
  | { readonly tag: 'failed'; readonly unpaid: Unpaid<F> }

/**
 * When the end of a hold is written: `behind` the response (meteredCall), or `with` the result in one transaction
 * (chargedTurn, submitVideo).
 */
export interface CommitPolicy<F, M, R> {
  /** worked → settled. Left: what was made cannot be delivered, and the operation has failed. */
  readonly settle: (made: M) => Promise<Either<Unpaid<F>, R>>
  /** failed → released. Right where the failure itself is a result that its caller can read. */
  readonly release: (unpaid: Unpaid<F>) => Promise<Either<F, R>>
  /** A step threw in this state: the policy sees to it that the hold ends all the same. */
  readonly broke: (state: PaidState<F, M>) => Promise<void> | void
}

/**
 * The one bracket of every paid operation, from its placed hold to the end of the hold:
 * held → worked → settled, or held → worked → failed → released, or held → failed → released. The claim of the
 * Idempotency-Key stands around it. A process that dies in between leaves a hold whose lease ends, and the sweeper
 * releases it.
 */
export const runPaidOperation = async <F, M, R>(
  work: () => Promise<Either<Unpaid<F>, M>>,
  policy: CommitPolicy<F, M, R>,
): Promise<Either<F, R>> => {
  let state: PaidState<F, M> = { tag: 'held' }
  try {
    const worked = await work()
    if (isRight(worked)) state = { tag: 'worked', made: worked.right }
    const settled = isLeft(worked) ? worked : await policy.settle(worked.right)
    if (isRight(settled)) return settled
    state = { tag: 'failed', unpaid: settled.left }
    return await policy.release(settled.left)
  } catch (error) {
    await policy.broke(state)
    throw error
  }
}
