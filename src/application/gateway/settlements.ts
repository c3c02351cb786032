import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { PlaceHold, Release } from '../../domain/ledger/command.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { EndCommand, SettlementReporter } from '../ports/settlement-reporter.ts'
import type { Timer } from '../ports/timer.ts'

/** Ends holds behind the answers: nobody waits for them but a graceful stop. */
export interface Settlements {
  /** An answer whose end is known goes out now, and that end will be submitted behind it. */
  announce(operationId: string): void
  /** Resolves when the end of a call that was announced or submitted here is durable; null where there is none. */
  ending(operationId: string): Promise<void> | null
  /** Takes charge of the command: told to the ledger until it is durable. Never throws. */
  submit(operationId: string, command: Promise<EndCommand> | EndCommand): void
  /**
   * Releases a hold whose placement was sent but never answered. It is placed again first: its id is then taken,
   * and the lost placement, which may still be on its way to the database, can land no more. Where the wallet has not
   * the money for that, the lost placement is waited for.
   */
  giveBack(placement: PlaceHold, release: Release): void
  /** Releases a hold whose charge may have been made: a transaction was sent to its end but never answered. */
  releaseUnlessSettled(release: Release): void
  /** Ends not yet durable. */
  pending(): number
  /** Resolves once none is pending, those that are submitted meanwhile included. */
  drain(): Promise<void>
}

export interface SettlementsDeps {
  readonly ledger: Ledger
  readonly timer: Timer
  readonly reporter: SettlementReporter
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Past this somebody must look; the hold stays until this process ends and the sweep releases it. */
const PATIENCE_MS = 10 * 60_000

type Told =
  | { readonly tag: 'durable'; readonly outcome: string }
  | { readonly tag: 'failed'; readonly why: TellFailure }
type TellFailure = Parameters<SettlementReporter['delayed']>[1]

const tell = async (ledger: Ledger, command: EndCommand, placement: PlaceHold | null): Promise<Told> => {
  try {
    const placed = placement === null ? null : await ledger.submit(placement)
    if (placed !== null && isLeft(placed)) return { tag: 'failed', why: placed.left.tag }
    const told = await ledger.submit(command)
    return isRight(told) ? { tag: 'durable', outcome: told.right.tag } : { tag: 'failed', why: told.left.tag }
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
const LANDING_MS = 60_000

/** A hold that the wallet has no money for any more cannot be placed again; once none can land, there is none. */
const EXPECTED_UNSEEN: ReadonlySet<string> = new Set(['released', 'unknown_hold'])

const EXPECTED_UNANSWERED: ReadonlySet<string> = new Set(['released', 'already_settled'])

interface Telling {
  /** Told first, where the hold may not be there. */
  readonly placement: PlaceHold | null
  readonly expected: ReadonlySet<string>
}

const tellUntilDurable = async (
  deps: SettlementsDeps,
  command: EndCommand,
  { placement, expected }: Telling,
): Promise<void> => {
  let waitedMs = 0
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const told = await tell(deps.ledger, command, placement)
    if (told.tag === 'failed') {
      if (waitedMs >= PATIENCE_MS) return deps.reporter.abandoned(command)
      deps.reporter.delayed(command, told.why, waitedMs)
    } else if (placement === null || told.outcome !== 'unknown_hold' || waitedMs >= LANDING_MS) {
      if (!expected.has(told.outcome)) deps.reporter.refused(command, told.outcome)
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
    telling: Partial<Telling> = {},
  ): Promise<void> => {
    try {
      const end = await command
      await tellUntilDurable(deps, end, { placement: null, expected: EXPECTED[end.tag], ...telling })
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
    giveBack: (placement, release) => track(finish(release.holdId, release, { placement, expected: EXPECTED_UNSEEN })),
    releaseUnlessSettled: (release) => track(finish(release.holdId, release, { expected: EXPECTED_UNANSWERED })),
    pending: () => pending.size,
    drain: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
