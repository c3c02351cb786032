import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { EndCommand, PlaceHold, Release } from '../../../domain/ledger/command.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { SettlementReporter } from '../../ports/billing/settlement-reporter.ts'
import type { Timer } from '../../ports/process/timer.ts'

/** Ends holds after the answers were sent: only a graceful stop waits for these ends. */
export interface Settlements {
  /** An answer whose end is known goes out now, and that end will be submitted behind it. */
  announce(operationId: string): void
  /** Resolves when the end of a call that was announced or submitted here is durable; null where there is none. */
  ending(operationId: string): Promise<void> | null
  /** Takes over the command and submits it to the ledger until it is durable. Never throws. */
  submit(operationId: string, command: Promise<EndCommand> | EndCommand): void
  /**
   * Releases a hold whose placement was sent but never answered. It is placed again first: its id is then taken,
   * and the lost placement, which may still be on its way to the database, can land no more. Where the wallet has not
   * the money for that, the lost placement is waited for.
   */
  releaseLostPlacement(placement: PlaceHold, release: Release): void
  /** Releases a hold whose charge may have been made: a transaction was sent to its end but never answered. */
  releaseUnlessSettled(release: Release): void
  /** Ends not yet durable. */
  pending(): number
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
/** After this time an operator must look; the hold stays until this process ends and the sweeper releases it. */
const GIVE_UP_AFTER_MS = 10 * 60_000

type SubmitResult =
  | { readonly tag: 'durable'; readonly outcome: string }
  | { readonly tag: 'failed'; readonly why: SubmitFailure }
type SubmitFailure = Parameters<SettlementReporter['delayed']>[1]

const submitOnce = async (ledger: Ledger, command: EndCommand, placement: PlaceHold | null): Promise<SubmitResult> => {
  try {
    const placed = placement === null ? null : await ledger.submit(placement)
    if (placed !== null && isLeft(placed)) return { tag: 'failed', why: placed.left.tag }
    const outcome = await ledger.submit(command)
    return isRight(outcome) ? { tag: 'durable', outcome: outcome.right.tag } : { tag: 'failed', why: outcome.left.tag }
  } catch {
    return { tag: 'failed', why: 'exception' }
  }
}

/** The outcomes that the one end of a hold may have. */
const EXPECTED: Readonly<Record<EndCommand['tag'], ReadonlySet<string>>> = {
  settle: new Set(['settled', 'released']),
  release: new Set(['released']),
}

/** How long a lost placement may be on its way: far longer than the database lets a statement run. */
const LOST_PLACEMENT_MS = 60_000

/** A hold that the wallet has no money for any more cannot be placed again; once none can land, there is none. */
const EXPECTED_UNSEEN: ReadonlySet<string> = new Set(['released', 'unknown_hold'])

const EXPECTED_UNANSWERED: ReadonlySet<string> = new Set(['released', 'already_settled'])

interface SubmitOptions {
  /** Submitted first, where the hold may not exist. */
  readonly placement: PlaceHold | null
  readonly expected: ReadonlySet<string>
}

const submitUntilDurable = async (
  deps: SettlementsDeps,
  command: EndCommand,
  { placement, expected }: SubmitOptions,
): Promise<void> => {
  let waitedMs = 0
  for (let pauseMs = INITIAL_BACKOFF_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_BACKOFF_MS)) {
    const result = await submitOnce(deps.ledger, command, placement)
    if (result.tag === 'failed') {
      if (waitedMs >= GIVE_UP_AFTER_MS) return deps.reporter.abandoned(command)
      deps.reporter.delayed(command, result.why, waitedMs)
    } else if (placement === null || result.outcome !== 'unknown_hold' || waitedMs >= LOST_PLACEMENT_MS) {
      if (!expected.has(result.outcome)) deps.reporter.refused(command, result.outcome)
      return
    }
    await deps.timer.sleep(pauseMs)
    waitedMs += pauseMs
  }
}

export const openSettlements = (deps: SettlementsDeps): Settlements => {
  const pending = new Set<Promise<void>>()
  const endings = new Map<string, PromiseWithResolvers<void>>()
  const announce = (operationId: string): void => {
    if (!endings.has(operationId)) endings.set(operationId, Promise.withResolvers())
  }
  const hasEnded = (operationId: string): void => {
    endings.get(operationId)?.resolve()
    endings.delete(operationId)
  }
  const track = (work: Promise<void>): void => {
    const running: Promise<void> = work.finally(() => pending.delete(running))
    pending.add(running)
  }
  const finish = async (
    operationId: string,
    command: Promise<EndCommand> | EndCommand,
    options: Partial<SubmitOptions> = {},
  ): Promise<void> => {
    try {
      const end = await command
      await submitUntilDurable(deps, end, { placement: null, expected: EXPECTED[end.tag], ...options })
    } catch (error) {
      deps.reporter.lost(operationId, error)
    }
  }
  return {
    announce,
    ending: (operationId) => endings.get(operationId)?.promise ?? null,
    submit: (operationId, command) => {
      announce(operationId)
      track(finish(operationId, command).finally(() => hasEnded(operationId)))
    },
    releaseLostPlacement: (placement, release) =>
      track(finish(release.holdId, release, { placement, expected: EXPECTED_UNSEEN })),
    releaseUnlessSettled: (release) => track(finish(release.holdId, release, { expected: EXPECTED_UNANSWERED })),
    pending: () => pending.size,
    drain: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
