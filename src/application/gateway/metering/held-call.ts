import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { CallEnd, OutcomeOf, PlaceHoldOutcome } from '../../../domain/ledger/command.ts'
import { whenKnown } from '../../now-or-later.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import { holdFailureOf, neededMicro } from './hold-failure.ts'
import { captureCommandOf, endCommandOf, priceOfVerdict, submitHold } from './paid-operation.ts'
import type { HoldFailure } from './hold-failure.ts'
import type { HoldDeps, PaidTerms, Verdict } from './paid-operation.ts'

/** A call whose money is held. */
export interface HeldCall {
  readonly operationId: string
  readonly walletId: string
  /** What was held in the end, micro-units. */
  readonly holdMicro: bigint
  /**
   * Announces that the answer goes out now and the end follows: a client that asks for the receipt waits for the end.
   */
  announceEnd(): void
  /**
   * Ends the hold, behind the answer. The first end counts; a later one changes nothing. A verdict that rejects is
   * reported, and the call costs nothing.
   */
  end(verdict: NowOrLater<Verdict>): void
}

/** Finds the smallest hold that is known to be enough, where no more than this is unspent. It may be the same one. */
export type FindSmallerHold = (unspentMicro: bigint) => Promise<Pick<PaidTerms, 'holdMicro' | 'less' | 'bound'>>

/**
 * What is unspent of the wallet, or of the key's limit, by which a hold was refused. What is held of it counts: it may
 * be reserved, and come back. Null if the hold was refused for another reason.
 */
const unspentFor = (outcome: PlaceHoldOutcome): bigint | null => {
  switch (outcome.tag) {
    case 'insufficient':
      return outcome.balance
    case 'spend_limit_exceeded':
      return outcome.limit - outcome.spent
    case 'held':
    case 'hold_ended':
    case 'suspended':
    case 'mismatch':
    case 'unknown_account':
      return null
  }
}

/** How the end of a call is made of its verdict, and who hears what the ledger answered. */
interface CallEnding {
  readonly commandOf: (verdict: Verdict) => CallEnd
  readonly written: (outcome: OutcomeOf<CallEnd> | null) => void
}

/** The end of a call whose price is unknown: a hold without an end would stay for as long as its process runs. */
const UNKNOWN: Verdict = { tag: 'release', reason: 'upstream_failed', receipt: null }

const heldCall = (
  { settlements }: HoldDeps,
  { operationId, walletId }: PaidTerms,
  holdMicro: bigint,
  { commandOf, written }: CallEnding,
): HeldCall => {
  let ended = false
  const orUnknown = (error: unknown): Verdict => {
    settlements.reportLost(operationId, error)
    return UNKNOWN
  }
  return {
    operationId,
    walletId,
    holdMicro,
    announceEnd: () => settlements.announce(operationId),
    end: (verdict) => {
      if (ended) return
      ended = true
      const known = verdict instanceof Promise ? verdict.catch(orUnknown) : verdict
      settlements.submit(operationId, whenKnown(known, commandOf), written)
    },
  }
}

/** The call where the money that is reserved for its key covers it; null if it needs a hold of its own. */
const admittedCall = (deps: HoldDeps, terms: PaidTerms): HeldCall | null => {
  const { budgetId, less, needsRow } = terms
  if (budgetId === null || less !== undefined || needsRow === true) return null
  const admitted = deps.reservations.admit(terms)
  if (admitted === null) return null
  return heldCall(deps, terms, terms.holdMicro, {
    commandOf: (verdict) => captureCommandOf(terms, budgetId, admitted.end(priceOfVerdict(verdict)), verdict),
    written: (outcome) => admitted.written(outcome),
  })
}

/** The call that has a hold of its own. */
const countedCall = (deps: HoldDeps, terms: PaidTerms, holdMicro: bigint): HeldCall => {
  const counted = deps.reservations.count({ ...terms, holdMicro })
  return heldCall(deps, terms, holdMicro, {
    commandOf: (verdict) => {
      counted.end(priceOfVerdict(verdict))
      return endCommandOf(terms, verdict)
    },
    written: (outcome) => counted.written(outcome),
  })
}

const openCallWithHold = async (
  deps: HoldDeps,
  asked: PaidTerms,
  findSmallerHold: FindSmallerHold | undefined,
): Promise<Either<HoldFailure, HeldCall>> => {
  let terms = asked
  let placed = await submitHold(deps, terms)
  const unspent = isLeft(placed) ? null : unspentFor(placed.right)
  if (unspent !== null && findSmallerHold !== undefined) {
    terms = { ...asked, ...(await findSmallerHold(unspent)) }
    // The ledger has just counted what there is: more than that is not asked for.
    const isSmaller = terms.less !== undefined || terms.holdMicro < asked.holdMicro
    if (isSmaller && neededMicro(terms) <= unspent) placed = await submitHold(deps, terms)
  }
  if (isLeft(placed)) return placed
  if (placed.right.tag !== 'held') return left(holdFailureOf(placed.right, terms))

  return right(countedCall(deps, terms, placed.right.hold.amount))
}

/**
 * Holds the money of a call: in memory where enough is reserved for its key, else by a hold of its own, of what its
 * terms say, or where that is not there of the smaller sum. The code that opens a call must end it, whatever happens in
 * between.
 */
export const openHeldCall =
  (deps: HoldDeps) =>
  (asked: PaidTerms, findSmallerHold?: FindSmallerHold): NowOrLater<Either<HoldFailure, HeldCall>> => {
    const admitted = admittedCall(deps, asked)
    return admitted === null ? openCallWithHold(deps, asked, findSmallerHold) : right(admitted)
  }
