import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { countedTokens } from '../../../domain/ledger/usage/used-figures.ts'
import { whenKnown } from '../../now-or-later.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import type { TokenLimiter } from '../../ports/process/token-limiter.ts'
import type { KeyRefusals } from './key-refusals.ts'
import { runPaidOperation } from './paid-operation.ts'
import type { HoldFailure } from './hold-failure.ts'
import type { HoldDeps, PaidTerms, TokenTerms, Unpaid, Verdict } from './paid-operation.ts'
import { openHeldCall } from './held-call.ts'
import type { FindSmallerHold, HeldCall } from './held-call.ts'

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
  (terms: PaidTerms, findSmallerHold?: FindSmallerHold): NowOrLater<Either<HoldFailure, HeldCall>> => {
    const noted = (opened: Either<HoldFailure, HeldCall>): Either<HoldFailure, HeldCall> => {
      if (isLeft(opened)) deps.keyRefusals.note(terms, opened.left)
      return opened
    }
    return whenKnown(openHeldCall(deps)(terms, findSmallerHold), noted)
  }

const openCallWithinTokens = async (
  deps: MeteredDeps,
  tokens: TokenTerms,
  open: () => NowOrLater<Either<HoldFailure, HeldCall>>,
): Promise<Either<MeteredFailure, HeldCall>> => {
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
  (terms: PaidTerms, findSmallerHold?: FindSmallerHold): NowOrLater<Either<MeteredFailure, HeldCall>> => {
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
    const carryOut = (call: HeldCall) =>
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
