import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { OutcomeOf, PlaceHoldOutcome } from '../../../domain/ledger/command.ts'
import { countedTokens } from '../../../domain/ledger/usage/used-figures.ts'
import { whenKnown } from '../../now-or-later.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import type { TokenLimiter } from '../../ports/process/token-limiter.ts'
import type { KeyRefusals } from './key-refusals.ts'
import { holdFailureOf, neededMicro } from './hold-failure.ts'
import { captureCommandOf, endCommandOf, priceOfVerdict, submitHold, runPaidOperation } from './paid-operation.ts'
import type { HoldFailure } from './hold-failure.ts'
import type { HoldDeps, PaidTerms, TokenTerms, Unpaid, Verdict } from './paid-operation.ts'
import type { CallEnd } from './settlements.ts'

/** A call whose money is held. */
export interface MeteredCall {
  readonly operationId: string
  readonly walletId: string
  /** What was held in the end, micro-units. */
  readonly holdMicro: bigint
  /**
   * Announces that the answer goes out now and the end follows: a client that asks for the receipt waits for the end.
   */
  announceEnd(): void
  /** Ends the hold, behind the answer. The first end counts; a later one changes nothing. */
  end(verdict: NowOrLater<Verdict>): void
}

/** Finds a smaller hold that is enough as well, where no more than this is unspent; null if there is none. */
export type FindSmallerHold = (unspentMicro: bigint) => Promise<Pick<PaidTerms, 'holdMicro' | 'less'> | null>

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
    case 'unknown_hold':
      return null
  }
}

/** How the end of a call is made of its verdict, and who hears what the ledger answered. */
interface CallEnding {
  readonly commandOf: (verdict: Verdict) => CallEnd
  readonly written: (outcome: OutcomeOf<CallEnd> | null) => void
}

const heldCall = (
  { settlements }: HoldDeps,
  { operationId, walletId }: PaidTerms,
  holdMicro: bigint,
  { commandOf, written }: CallEnding,
): MeteredCall => {
  let ended = false
  return {
    operationId,
    walletId,
    holdMicro,
    announceEnd: () => settlements.announce(operationId),
    end: (verdict) => {
      if (ended) return
      ended = true
      settlements.submit(operationId, whenKnown(verdict, commandOf), written)
    },
  }
}

/** The call where the money that is reserved for its key covers it; null if it needs a hold of its own. */
const admittedCall = (deps: HoldDeps, terms: PaidTerms): MeteredCall | null => {
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
const countedCall = (deps: HoldDeps, terms: PaidTerms, holdMicro: bigint): MeteredCall => {
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
): Promise<Either<HoldFailure, MeteredCall>> => {
  let terms = asked
  let placed = await submitHold(deps, terms)
  const unspent = isLeft(placed) ? null : unspentFor(placed.right)
  const smaller = unspent === null ? null : ((await findSmallerHold?.(unspent)) ?? null)
  if (unspent !== null && smaller !== null) {
    terms = { ...asked, ...smaller }
    // The ledger has just counted what there is: more than that is not asked for.
    if (neededMicro(terms) <= unspent) placed = await submitHold(deps, terms)
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
  (asked: PaidTerms, findSmallerHold?: FindSmallerHold): NowOrLater<Either<HoldFailure, MeteredCall>> => {
    const admitted = admittedCall(deps, asked)
    return admitted === null ? openCallWithHold(deps, asked, findSmallerHold) : right(admitted)
  }

export interface MeteredDeps extends HoldDeps {
  readonly tokenLimiter: TokenLimiter
  readonly keyRefusals: Pick<KeyRefusals, 'note'>
}

/** Why a call was not opened. `tokensOfKey` is the limit of its key, in tokens a minute. */
export type MeteredFailure =
  | HoldFailure
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number; readonly tokensOfKey: number }

/** Puts what was counted in the place of the estimate. Nothing waits for it, and where it fails the window passes. */
const correctTokens = async (
  { tokenLimiter }: MeteredDeps,
  { take }: TokenTerms,
  reached: NowOrLater<Verdict> | null,
): Promise<void> => {
  try {
    const verdict = await reached
    await tokenLimiter.correct({ ...take, tokens: verdict?.tag === 'charge' ? countedTokens(verdict.receipt) : 0 })
  } catch {
    // A verdict that was never reached is reported by the settlements.
  }
}

/** Holds the money of a call as `openHeldCall` does, and notes where the limit of its key refuses it. */
const openCallOfKey =
  (deps: MeteredDeps) =>
  (terms: PaidTerms, findSmallerHold?: FindSmallerHold): NowOrLater<Either<HoldFailure, MeteredCall>> => {
    const noted = (opened: Either<HoldFailure, MeteredCall>): Either<HoldFailure, MeteredCall> => {
      if (isLeft(opened)) deps.keyRefusals.note(terms, opened.left)
      return opened
    }
    return whenKnown(openHeldCall(deps)(terms, findSmallerHold), noted)
  }

const openCallWithinTokens = async (
  deps: MeteredDeps,
  tokens: TokenTerms,
  open: () => NowOrLater<Either<HoldFailure, MeteredCall>>,
): Promise<Either<MeteredFailure, MeteredCall>> => {
  const taken = await deps.tokenLimiter.take(tokens.take)
  tokens.onTaken(taken)
  if (!taken.allowed) {
    const { retryAfterSeconds, limit } = taken
    return left({ tag: 'rate_limit_exceeded', retryAfterSeconds, tokensOfKey: limit })
  }
  const opened = await open()
  if (isLeft(opened)) {
    void correctTokens(deps, tokens, null)
    return opened
  }
  const call = opened.right
  let ended = false
  return right({
    ...call,
    end: (verdict) => {
      call.end(verdict)
      if (!ended) void correctTokens(deps, tokens, verdict)
      ended = true
    },
  })
}

/**
 * Takes the tokens of a call from the limit of its key, where there is one, and holds its money as `openHeldCall` does.
 * The tokens come first: a refusal for them costs the database nothing.
 */
export const openMeteredCall =
  (deps: MeteredDeps) =>
  (terms: PaidTerms, findSmallerHold?: FindSmallerHold): NowOrLater<Either<MeteredFailure, MeteredCall>> => {
    const open = () => openCallOfKey(deps)(terms, findSmallerHold)
    return terms.tokens === undefined ? open() : openCallWithinTokens(deps, terms.tokens, open)
  }

/** What the upstream's work came to: an answer and what it costs, or a failure that costs nothing. */
export type WorkResult<F, A> = Either<Unpaid<F>, { readonly answer: A; readonly verdict: Verdict }>

export interface Metered<A> {
  readonly operationId: string
  readonly answer: A
  /**
   * Call this once the answer was handed to the socket, or its caller is gone. Until then nothing is
   * charged, so a process killed in between leaves an answer unpaid, never a charge without an answer.
   */
  readonly delivered: () => void
  /**
   * Call this in its place if the answer cannot be written: then nothing is charged. The first of both counts.
   */
  readonly unwritten: () => void
}

/** A paid call that is answered at once, with the commit policy `behind`: hold → call → answer → settle or release. */
export const meteredCall =
  (deps: MeteredDeps) =>
  <F, A>(
    terms: PaidTerms,
    work: (holdMicro: bigint) => Promise<WorkResult<F, A>>,
    findSmallerHold?: FindSmallerHold,
  ): NowOrLater<Either<MeteredFailure | F, Metered<A>>> => {
    const carryOut = (call: MeteredCall) =>
      runPaidOperation<F, { readonly answer: A; readonly verdict: Verdict }, Metered<A>>(() => work(call.holdMicro), {
        settle: ({ answer, verdict }) => {
          call.announceEnd()
          return right({
            operationId: call.operationId,
            answer,
            delivered: () => call.end(verdict),
            unwritten: () => call.end({ tag: 'release', reason: 'nothing_delivered', receipt: null }),
          })
        },
        release: ({ failure, reason, receipt }) => {
          call.end({ tag: 'release', reason, receipt })
          return left(failure)
        },
        broke: () => call.end({ tag: 'release', reason: 'upstream_failed', receipt: null }),
      })
    return whenKnown(
      openMeteredCall(deps)(terms, findSmallerHold),
      (opened): NowOrLater<Either<MeteredFailure | F, Metered<A>>> =>
        isLeft(opened) ? opened : carryOut(opened.right),
    )
  }
