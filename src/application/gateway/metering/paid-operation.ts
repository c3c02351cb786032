import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelKind } from '../../../domain/catalog/model.ts'
import type { Json } from '../../../domain/json.ts'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { EndCommand, PlaceHold, PlaceHoldOutcome, Release } from '../../../domain/ledger/command.ts'
import { LEASE } from '../../../domain/limits/lease.ts'
import type { Ledger, LedgerFailure, LedgerInTransaction } from '../../ports/billing/ledger.ts'
import type { Settlements } from './settlements.ts'

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

/** Why no money was held. `balance_held`: the money is there, but held by the caller's own running calls. */
export type HoldFailure =
  | { readonly tag: 'insufficient_balance' }
  | { readonly tag: 'balance_held' }
  | { readonly tag: 'key_spend_limit_exceeded' }
  /** We bore a part of an earlier call: money must come in first. */
  | { readonly tag: 'top_up_required' }
  | LedgerFailure

/** The failure of a hold that the ledger did not place. Throws where the command itself was wrong. */
export const holdFailureOf = (
  outcome: Exclude<PlaceHoldOutcome, { tag: 'held' }>,
  operationId: string,
  holdMicro: bigint,
): HoldFailure => {
  switch (outcome.tag) {
    case 'insufficient':
      return { tag: outcome.balance >= holdMicro ? 'balance_held' : 'insufficient_balance' }
    case 'spend_limit_exceeded':
      return { tag: 'key_spend_limit_exceeded' }
    case 'suspended':
      return { tag: 'top_up_required' }
    case 'mismatch':
    case 'unknown_account':
    case 'unknown_hold':
      throw new Error(`hold ${operationId} cannot be placed: ${outcome.tag}`)
  }
}

/** What keeps a hold alive, and for how long. */
interface HoldKeeper {
  /** The process whose lease keeps it; null where the work outlives processes and the end is set in advance. */
  readonly instance: string | null
  readonly lifeSeconds: number
}

const placementOf = (
  { operationId: holdId, walletId, holdMicro, kind, budgetId }: PaidTerms,
  { instance, lifeSeconds }: HoldKeeper,
): PlaceHold => ({
  tag: 'place_hold',
  holdId,
  walletId,
  amount: holdMicro,
  reference: { kind, id: holdId },
  budgetId,
  instance,
  lifeSeconds,
})

/** The one command by which a verdict ends the hold of an operation. */
export const endCommandOf = (terms: PaidTerms, verdict: Verdict): EndCommand => {
  const { operationId: holdId, walletId, kind, description, tariffVersion } = terms
  switch (verdict.tag) {
    case 'charge': {
      const { price, usage, receipt } = verdict
      const reference = { kind, id: holdId }
      return { tag: 'settle', holdId, walletId, price, reference, description, tariffVersion, usage, receipt }
    }
    case 'release':
      return { tag: 'release', holdId, walletId, reason: verdict.reason, receipt: verdict.receipt }
  }
}

/** Holds the money of an operation inside the transaction that writes what it is held for. */
export const holdWithin = (
  ledger: LedgerInTransaction,
  terms: PaidTerms,
  keeper: HoldKeeper,
): Promise<PlaceHoldOutcome> => ledger.apply(placementOf(terms, keeper))

/**
 * Ends the hold inside the transaction that writes its result. `released` for a charge: the hold was lost before, and
 * its money went back. Throws where the ledger ends it in another way than the verdict says.
 */
export const endWithin = async (ledger: LedgerInTransaction, terms: PaidTerms, verdict: Verdict) => {
  const outcome = await ledger.apply(endCommandOf(terms, verdict))
  if (outcome.tag === 'released' || (outcome.tag === 'settled' && verdict.tag === 'charge')) return outcome
  throw new Error(`the hold of ${terms.kind} ${terms.operationId} does not end as a ${verdict.tag}: ${outcome.tag}`)
}

export interface HoldDeps {
  readonly ledger: Ledger
  readonly settlements: Settlements
  /** The running process, whose lease keeps its holds alive. */
  readonly instance: string
}

/** Holds the money of an operation that this process carries out. */
export const submitHold = async (
  { ledger, settlements, instance }: HoldDeps,
  terms: PaidTerms,
): Promise<Either<LedgerFailure, PlaceHoldOutcome>> => {
  const placement = placementOf(terms, { instance, lifeSeconds: LEASE.lifeSeconds })
  const placed = await ledger.submit(placement)
  // The process keeps the leases of all its holds alive, so a hold that was placed unseen would not end by itself.
  if (isLeft(placed) && placed.left.tag === 'ledger_unavailable' && placed.left.mayHaveLanded === true) {
    const { operationId: holdId, walletId } = terms
    const release: Release = { tag: 'release', holdId, walletId, reason: 'not_called', receipt: null }
    settlements.releaseLostPlacement(placement, release)
  }
  return placed
}

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
