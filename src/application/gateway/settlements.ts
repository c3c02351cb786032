import { isRight } from 'fp-ts/lib/Either.js'
import type { Release } from '../../domain/ledger/command.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { EndCommand, SettlementReporter } from '../ports/settlement-reporter.ts'
import type { Timer } from '../ports/timer.ts'

/** Ends holds behind the answers: nobody waits for them but a graceful stop. */
export interface Settlements {
  /** Takes charge of the command: told to the ledger until it is durable. Never throws. */
  submit(operationId: string, command: Promise<EndCommand> | EndCommand): void
  /** As `submit`, for a hold whose placement was sent but never answered: that there is none is as good. */
  giveBack(command: Release): void
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

const tell = async (ledger: Ledger, command: EndCommand): Promise<Told> => {
  try {
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

/** Where nobody knows whether there is a hold. */
const EXPECTED_UNSEEN: ReadonlySet<string> = new Set(['released', 'unknown_hold'])

const tellUntilDurable = async (
  deps: SettlementsDeps,
  command: EndCommand,
  expected: ReadonlySet<string>,
): Promise<void> => {
  let waitedMs = 0
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const told = await tell(deps.ledger, command)
    if (told.tag === 'durable') {
      if (!expected.has(told.outcome)) deps.reporter.refused(command, told.outcome)
      return
    }
    if (waitedMs >= PATIENCE_MS) return deps.reporter.abandoned(command)
    deps.reporter.delayed(command, told.why, waitedMs)
    await deps.timer.sleep(pauseMs)
    waitedMs += pauseMs
  }
}

export const openSettlements = (deps: SettlementsDeps): Settlements => {
  const pending = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const running: Promise<void> = work.finally(() => pending.delete(running))
    pending.add(running)
  }
  const finish = async (
    operationId: string,
    command: Promise<EndCommand> | EndCommand,
    expected?: ReadonlySet<string>,
  ): Promise<void> => {
    try {
      const reached = await command
      await tellUntilDurable(deps, reached, expected ?? EXPECTED[reached.tag])
    } catch (error) {
      deps.reporter.lost(operationId, error)
    }
  }
  return {
    submit: (operationId, command) => track(finish(operationId, command)),
    giveBack: (command) => track(finish(command.holdId, command, EXPECTED_UNSEEN)),
    pending: () => pending.size,
    drain: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
