import { flatten, isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { NowOrLater } from '../../now-or-later.ts'
import type { CallEnd, OutcomeOf, PlaceHold, Release } from '../../../domain/ledger/command.ts'
import { MINUTE_MS } from '../../../domain/time-units.ts'
import { shortLivedMap } from '../../../domain/short-lived-map.ts'
import { concurrencyLimiter } from '../../load/concurrency-limiter.ts'
import type { Ledger, LedgerFailure } from '../../ports/billing/ledger.ts'
import type { SettlementReporter } from '../../ports/billing/settlement-reporter.ts'
import type { Timer } from '../../ports/process/timer.ts'
import { retryPauses } from './retry-pauses.ts'
import type { RetryPauses } from './retry-pauses.ts'

/** Ends calls after the answers were sent: only a graceful stop waits for these ends. */
export interface Settlements {
  /** An answer whose end is known goes out now, and that end will be submitted behind it. */
  announce(operationId: string): void
  /** Resolves when the end of a call that was announced or submitted here is durable; null if there is none. */
  ending(operationId: string): Promise<void> | null
  /**
   * Takes over the command and submits it to the ledger until it is durable. Never throws. Calls `written` once:
   * with the outcome, or with null if the command was given up or could not be made.
   */
  submit(
    operationId: string,
    command: NowOrLater<CallEnd>,
    written?: (outcome: OutcomeOf<CallEnd> | null) => void,
  ): void
  /**
   * Releases a hold whose placement was sent but never answered. It first places the hold again: that takes the id, so
   * the lost command can no longer create the hold. If the wallet has no money for that, it waits until the lost
   * command can no longer arrive.
   */
  releaseLostPlacement(placement: PlaceHold, release: Release): void
  /** Releases a hold whose charge may have been made: a transaction was sent to its end but never answered. */
  releaseUnlessSettled(release: Release): void
  /** Reports that what a call costs could not be worked out: its caller ends it for nothing. */
  reportLost(operationId: string, error: unknown): void
  /** Ends not yet durable. */
  pending(): number
  /** Submits again at once what waits for its next attempt. Resolves when all that is pending now is durable. */
  submitNow(): Promise<void>
  /** Resolves once none is pending, those included that are submitted during the wait. */
  drain(): Promise<void>
}

interface SettlementsDeps {
  readonly ledger: Ledger
  readonly timer: Timer
  readonly reporter: SettlementReporter
}

const INITIAL_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5_000
/** In an outage; `submitNow` ends the pause when the database is back. */
const MAX_OUTAGE_BACKOFF_MS = MINUTE_MS
/**
 * After so long, outages not counted, the process reports the command to the operator and gives up. The hold stays
 * until this process ends and the sweeper releases it.
 */
const GIVE_UP_AFTER_MS = 10 * MINUTE_MS

/**
 * Behind an outage all its ends are due at once. The ledger takes some thousand commands: if all came together, it
 * would refuse the holds of new calls, and most of the ends too.
 */
export const MOST_AGAIN_AT_ONCE = 1_024

type SubmitResult =
  | { readonly tag: 'durable'; readonly outcome: OutcomeOf<CallEnd> }
  | { readonly tag: 'failed'; readonly why: SubmitFailure }
type SubmitFailure = Parameters<SettlementReporter['delayed']>[1]

type SubmitAnswer = Either<LedgerFailure, OutcomeOf<CallEnd>>

const resultOf = (answer: SubmitAnswer): SubmitResult =>
  isRight(answer) ? { tag: 'durable', outcome: answer.right } : { tag: 'failed', why: answer.left.tag }

/** Places the hold that the command ends first, where it may not exist. */
const submitBehind = async (ledger: Ledger, placement: PlaceHold, command: CallEnd): Promise<SubmitAnswer> => {
  const placed = await ledger.submit(placement)
  return isLeft(placed) ? placed : await ledger.submit(command)
}

/** The outcomes that the one end of a hold may have. */
const EXPECTED: Readonly<Record<CallEnd['tag'], ReadonlySet<string>>> = {
  settle: new Set(['settled', 'released']),
  capture: new Set(['settled', 'released']),
  release: new Set(['released']),
}

/** How long a lost placement may be on its way: far longer than the database lets a statement run. */
const LOST_PLACEMENT_MS = MINUTE_MS

/**
 * If the wallet can no longer pay for the hold, it cannot be placed again. Once the lost command can no longer create
 * it, the hold does not exist.
 */
const EXPECTED_UNSEEN: ReadonlySet<string> = new Set(['released', 'unknown_hold'])

const EXPECTED_UNANSWERED: ReadonlySet<string> = new Set(['released', 'already_settled'])

interface SubmitOptions {
  /** Submitted first, where the hold may not exist. */
  readonly placement: PlaceHold | null
  readonly expected: ReadonlySet<string>
}

interface FinishOptions extends Partial<SubmitOptions> {
  readonly ended?: (outcome: OutcomeOf<CallEnd> | null) => void
}

interface SubmitDeps extends SettlementsDeps {
  readonly pauses: RetryPauses
  /** Carries out attempts that are not the first, some at a time and the others in the order in which they came. */
  readonly inTurn: ReturnType<typeof concurrencyLimiter>
}

const submitUntilDurable = async (
  deps: SubmitDeps,
  command: CallEnd,
  { placement, expected }: SubmitOptions,
): Promise<OutcomeOf<CallEnd> | null> => {
  let waitedMs = 0
  // An outage is no fault of the command, which is submitted again behind it, however long it takes.
  let outageMs = 0
  const submit = (): Promise<SubmitAnswer> =>
    placement === null ? deps.ledger.submit(command) : submitBehind(deps.ledger, placement, command)
  for (let pauseMs = INITIAL_BACKOFF_MS; ; pauseMs *= 2) {
    let result: SubmitResult
    try {
      const isFirst = waitedMs + outageMs === 0
      result = resultOf(isFirst ? await submit() : flatten(await deps.inTurn(submit)))
    } catch {
      result = { tag: 'failed', why: 'exception' }
    }
    const isOutage = result.tag === 'failed' && result.why === 'ledger_unavailable'
    if (result.tag === 'failed') {
      if (waitedMs >= GIVE_UP_AFTER_MS) {
        deps.reporter.abandoned(command)
        return null
      }
      deps.reporter.delayed(command, result.why, waitedMs + outageMs)
    } else if (placement === null || result.outcome.tag !== 'unknown_hold' || waitedMs >= LOST_PLACEMENT_MS) {
      const { outcome } = result
      if (!expected.has(outcome.tag)) deps.reporter.refused(command, outcome.tag)
      return outcome
    }
    pauseMs = Math.min(pauseMs, isOutage ? MAX_OUTAGE_BACKOFF_MS : MAX_BACKOFF_MS)
    await deps.pauses.pause(pauseMs)
    if (isOutage) outageMs += pauseMs
    else waitedMs += pauseMs
  }
}

/** A report that fails ends no attempt at an end: the hold would stay for as long as the process runs. */
const safeReporter = (reporter: SettlementReporter): SettlementReporter => {
  const safely = (report: () => void): void => {
    try {
      report()
    } catch {
      // The reporter is the only place that hears of it.
    }
  }
  return {
    delayed: (...of) => safely(() => reporter.delayed(...of)),
    abandoned: (...of) => safely(() => reporter.abandoned(...of)),
    refused: (...of) => safely(() => reporter.refused(...of)),
    lost: (...of) => safely(() => reporter.lost(...of)),
  }
}

export const openSettlements = (opened: SettlementsDeps): Settlements => {
  const deps: SubmitDeps = {
    ...opened,
    reporter: safeReporter(opened.reporter),
    pauses: retryPauses(opened.timer),
    inTurn: concurrencyLimiter({ maxConcurrent: MOST_AGAIN_AT_ONCE, maxQueued: Number.POSITIVE_INFINITY }),
  }
  /** The ends under way, each by its number. */
  const pending = shortLivedMap<Promise<void>, number>()
  let begun = 0
  /** The ends to come, each with its promise where a caller waits for it. */
  const endings = shortLivedMap<PromiseWithResolvers<void> | null>()
  const announce = (operationId: string): void => {
    if (endings.get(operationId) === undefined) endings.set(operationId, null)
  }
  const ending = (operationId: string): Promise<void> | null => {
    const announced = endings.get(operationId)
    if (announced === undefined) return null
    const awaited = announced ?? Promise.withResolvers<void>()
    endings.set(operationId, awaited)
    return awaited.promise
  }
  const hasEnded = (operationId: string): void => {
    endings.take(operationId)?.resolve()
  }
  const finish = (operationId: string, command: NowOrLater<CallEnd>, options: FinishOptions): void => {
    const { placement = null, expected, ended } = options
    begun += 1
    const number = begun
    const follow = async (): Promise<void> => {
      let outcome: OutcomeOf<CallEnd> | null = null
      try {
        const end = command instanceof Promise ? await command : command
        outcome = await submitUntilDurable(deps, end, { placement, expected: expected ?? EXPECTED[end.tag] })
      } catch (error) {
        deps.reporter.lost(operationId, error)
      }
      void pending.take(number)
      ended?.(outcome)
    }
    pending.set(number, follow())
  }
  return {
    announce,
    ending,
    submit: (operationId, command, written) => {
      announce(operationId)
      const ended = (outcome: OutcomeOf<CallEnd> | null): void => {
        hasEnded(operationId)
        written?.(outcome)
      }
      finish(operationId, command, { ended })
    },
    releaseLostPlacement: (placement, release) =>
      finish(release.holdId, release, { placement, expected: EXPECTED_UNSEEN }),
    releaseUnlessSettled: (release) => finish(release.holdId, release, { expected: EXPECTED_UNANSWERED }),
    reportLost: deps.reporter.lost,
    pending: pending.size,
    submitNow: async () => {
      deps.pauses.endAll()
      await Promise.all(pending.values())
    },
    drain: async () => {
      while (pending.size() > 0) await Promise.all(pending.values())
    },
  }
}
