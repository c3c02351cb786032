import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { PlaceHoldOutcome } from '../../../domain/ledger/command.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import { endCommandOf, holdFailureOf, submitHold, runPaidOperation } from './paid-operation.ts'
import type { HoldDeps, HoldFailure, PaidTerms, Verdict } from './paid-operation.ts'

/** A call whose money is held. */
export interface MeteredCall {
  readonly operationId: string
  readonly walletId: string
  /** What was held in the end, micro-units. */
  readonly holdMicro: bigint
  /** Announces that the answer goes out now and the end follows: a client that asks for the receipt waits for the end. */
  announceEnd(): void
  /** Ends the hold, behind the answer. The first end counts; a later one changes nothing. */
  end(verdict: Promise<Verdict> | Verdict): void
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

/**
 * Holds the money of a call: what its terms say, or where that is not there the smaller hold. The code that opens a
 * call must end it, whatever happens in between.
 */
export const openMeteredCall =
  (deps: HoldDeps) =>
  async (asked: PaidTerms, smallerHold?: SmallerHold): Promise<Either<HoldFailure, MeteredCall>> => {
    const { operationId, walletId } = asked
    let terms = asked
    let placed = await submitHold(deps, terms)
    const available = isLeft(placed) ? null : availableFor(placed.right)
    const smaller = available === null ? null : ((await smallerHold?.(available)) ?? null)
    if (smaller !== null) {
      terms = { ...asked, holdMicro: smaller }
      placed = await submitHold(deps, terms)
    }
    if (isLeft(placed)) return placed
    if (placed.right.tag !== 'held') return left(holdFailureOf(placed.right, operationId, terms.holdMicro))

    let ended = false
    return right({
      operationId,
      walletId,
      holdMicro: terms.holdMicro,
      announceEnd: () => deps.settlements.announce(operationId),
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
export type WorkResult<F, A> = Either<
  { readonly failure: F; readonly receipt: ReceiptFacts },
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

/** A paid call that is answered at once, with the commit policy `behind`: hold → call → answer → settle or release. */
export const meteredCall =
  (deps: HoldDeps) =>
  async <F, A>(
    terms: PaidTerms,
    work: (holdMicro: bigint) => Promise<WorkResult<F, A>>,
    smallerHold?: SmallerHold,
  ): Promise<Either<HoldFailure | F, Metered<A>>> => {
    const opened = await openMeteredCall(deps)(terms, smallerHold)
    if (isLeft(opened)) return opened
    const call = opened.right
    const release = (receipt: ReceiptFacts | null): void =>
      call.end({ tag: 'release', reason: 'upstream_failed', receipt })
    return runPaidOperation<F, { readonly answer: A; readonly verdict: Verdict }, Metered<A>>(
      async () => {
        const worked = await work(call.holdMicro)
        return isLeft(worked) ? left({ ...worked.left, reason: 'upstream_failed' }) : worked
      },
      {
        settle: async ({ answer, verdict }) => {
          call.announceEnd()
          return right({ operationId: call.operationId, answer, delivered: () => call.end(verdict) })
        },
        release: async ({ failure, receipt }) => {
          release(receipt)
          return left(failure)
        },
        broke: () => release(null),
      },
    )
  }
