import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ReleaseReason } from '../../domain/holds/hold.ts'
import type { PlaceHold, PlaceHoldOutcome, Release } from '../../domain/ledger/command.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import { LEASE_SECONDS } from '../billing/extend-leases.ts'
import type { Ledger, LedgerFailure } from '../ports/ledger.ts'
import type { EndCommand } from '../ports/settlement-reporter.ts'
import type { Settlements } from './settlements.ts'

/** What a paid call is, before its upstream is asked. */
export interface CallTerms {
  /** Names the call, its hold and its charge. */
  readonly operationId: string
  readonly walletId: string
  readonly budgetId: string | null
  /** The kind of work, first part of the hold's reference and kind of the charge's. */
  readonly kind: 'chat' | 'image' | 'speech' | 'message'
  /** Micro-units, > 0. */
  readonly holdMicro: bigint
  /** Shown to the user beside the charge. */
  readonly description: string
  readonly tariffVersion: string | null
}

/** How a call ends for money. */
export type Verdict =
  | { readonly tag: 'charge'; readonly price: bigint; readonly usage: Json; readonly receipt: Json }
  | { readonly tag: 'release'; readonly reason: ReleaseReason; readonly receipt: Json | null }

/** `balance_held`: the money is there, but held by the caller's own running calls. */
export type HoldFailure =
  | { readonly tag: 'insufficient_balance' }
  | { readonly tag: 'balance_held' }
  | { readonly tag: 'key_spend_limit_exceeded' }
  /** The house bore a part of an earlier call: money must come in first. */
  | { readonly tag: 'top_up_required' }
  | LedgerFailure

/** A call whose money is held. */
export interface MeteredCall {
  readonly operationId: string
  readonly walletId: string
  /** What was held in the end, micro-units. */
  readonly holdMicro: bigint
  /** Tells that the answer goes out now and the end follows: who asks for the receipt meanwhile waits for it. */
  answers(): void
  /** Ends the hold, behind the caller's back. The first end counts; a later one changes nothing. */
  end(verdict: Promise<Verdict> | Verdict): void
}

export interface MeteredCallDeps {
  readonly ledger: Ledger
  readonly settlements: Settlements
  /** The running process, whose lease keeps its holds alive. */
  readonly instance: string
}

/** What a caller is told whose hold was not placed. */
export const refusedHold = (
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

/** The one command by which a verdict ends the hold of a call. */
export const endCommandOf = (terms: CallTerms, verdict: Verdict): EndCommand => {
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

/** Finds a smaller hold that is enough as well, where no more than this is available; null where there is none. */
export type SmallerHold = (availableMicro: bigint) => Promise<bigint | null>

/** What there would have been for a hold that was refused for want of money; null where money is not what it wanted. */
const availableFor = (outcome: PlaceHoldOutcome): bigint | null => {
  switch (outcome.tag) {
    case 'insufficient':
      return outcome.balance - outcome.held
    case 'spend_limit_exceeded':
      return outcome.limit - outcome.spent - outcome.held
    case 'held':
    case 'suspended':
    case 'mismatch':
    case 'unknown_account':
    case 'unknown_hold':
      return null
  }
}

const place = async (
  deps: MeteredCallDeps,
  { operationId: holdId, walletId, holdMicro, kind, budgetId }: CallTerms,
): Promise<Either<LedgerFailure, PlaceHoldOutcome>> => {
  const placement: PlaceHold = {
    tag: 'place_hold',
    holdId,
    walletId,
    amount: holdMicro,
    reference: `${kind}:${holdId}`,
    budgetId,
    instance: deps.instance,
    lifeSeconds: LEASE_SECONDS,
  }
  const placed = await deps.ledger.submit(placement)
  // Nobody else would end the hold if there is one: this process keeps the leases of all its holds alive.
  if (isLeft(placed) && placed.left.tag === 'ledger_unavailable' && placed.left.mayHaveLanded === true) {
    const release: Release = { tag: 'release', holdId, walletId, reason: 'not_called', receipt: null }
    deps.settlements.giveBack(placement, release)
  }
  return placed
}

/**
 * Holds the money of a call: what its terms say, or where that is not there the smaller hold. Whoever opens a call must
 * end it, whatever happens in between.
 */
export const openMeteredCall =
  (deps: MeteredCallDeps) =>
  async (asked: CallTerms, smallerHold?: SmallerHold): Promise<Either<HoldFailure, MeteredCall>> => {
    const { operationId, walletId } = asked
    let terms = asked
    let placed = await place(deps, terms)
    const available = isLeft(placed) ? null : availableFor(placed.right)
    const smaller = available === null ? null : ((await smallerHold?.(available)) ?? null)
    if (smaller !== null) {
      terms = { ...asked, holdMicro: smaller }
      placed = await place(deps, terms)
    }
    if (isLeft(placed)) return placed
    if (placed.right.tag !== 'held') return left(refusedHold(placed.right, operationId, terms.holdMicro))

    let ended = false
    return right({
      operationId,
      walletId,
      holdMicro: terms.holdMicro,
      answers: () => deps.settlements.announce(operationId),
      end: (verdict) => {
        if (ended) return
        ended = true
        const command =
          verdict instanceof Promise
            ? verdict.then((reached) => endCommandOf(terms, reached))
            : endCommandOf(terms, verdict)
        deps.settlements.submit(operationId, command)
      },
    })
  }

/** What the upstream's work came to: an answer and what it costs, or a failure that costs nothing. */
export type Work<F, A> = Either<
  { readonly failure: F; readonly receipt: Json },
  { readonly answer: A; readonly verdict: Verdict }
>

export interface Metered<A> {
  readonly operationId: string
  readonly answer: A
  /**
   * To be called once the answer was handed to the socket, or its caller is gone. Until then nothing is
   * charged, so a process killed in between leaves an answer unpaid, never a charge without an answer.
   */
  readonly delivered: () => void
}

/** The one bracket of every paid call that is answered at once: hold → call → answer → settle or release. */
export const meteredCall =
  (deps: MeteredCallDeps) =>
  async <F, A>(
    terms: CallTerms,
    work: (holdMicro: bigint) => Promise<Work<F, A>>,
    smallerHold?: SmallerHold,
  ): Promise<Either<HoldFailure | F, Metered<A>>> => {
    const opened = await openMeteredCall(deps)(terms, smallerHold)
    if (isLeft(opened)) return opened
    const call = opened.right
    try {
      const worked = await work(call.holdMicro)
      if (isLeft(worked)) {
        call.end({ tag: 'release', reason: 'upstream_failed', receipt: worked.left.receipt })
        return left(worked.left.failure)
      }
      const { answer, verdict } = worked.right
      call.answers()
      return right({ operationId: call.operationId, answer, delivered: () => call.end(verdict) })
    } catch (error) {
      call.end({ tag: 'release', reason: 'upstream_failed', receipt: null })
      throw error
    }
  }
