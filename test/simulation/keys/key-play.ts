import { isRight } from 'fp-ts/lib/Either.js'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { LedgerCommand, PlaceHold } from '../../../src/domain/ledger/command.ts'
import { holdCommand, releaseCommand, settleCommand } from '../../support/ledger/ledger-commands.ts'
import { faultyLedger, NO_USER } from '../faulty-ports.ts'
import { DONE, openGates } from '../gates.ts'
import type { Gates } from '../gates.ts'
import { CALLS } from './key-history.ts'
import type { KeyStep } from './key-history.ts'
import { START_MS } from './key-installation.ts'
import type { KeyInstallation } from './key-installation.ts'
import { keyLaws } from './key-laws.ts'
import type { Refusal } from './key-laws.ts'

const HOUR_MS = 3_600_000

/** How a history of keys went. */
export interface KeysPlayed {
  /** What broke a law, and after which step; empty when nothing did. */
  readonly wrong: readonly string[]
  /** How often which outcome was heard, and how often a period began. */
  readonly met: ReadonlyMap<string, number>
}

interface KeyProcess {
  readonly name: string
  readonly ledger: Ledger
}

/** Two processes, each with a clock, before the gates of one installation. */
const openProcesses = (installation: KeyInstallation, gates: Gates) => {
  const hoursAhead = [0, 0]
  let passedHours = 0
  let started = 0
  const nowMs = (place: number): number => START_MS + (passedHours + hoursAhead[place]!) * HOUR_MS
  const start = (place: number): KeyProcess => {
    started += 1
    const name = `process ${started}`
    const ledger = installation.openLedger(() => nowMs(place))
    return { name, ledger: faultyLedger(ledger, (what, call) => gates.pass(name, what, call), gates) }
  }
  const processes = [start(0), start(1)]
  return {
    at: (place: number): KeyProcess => processes[place]!,
    nowMs,
    clocks: (): readonly number[] => [nowMs(0), nowMs(1)],
    pass: (hours: number) => void (passedHours += hours),
    turn: (place: number, hours: number) => void (hoursAhead[place] = hours),
    die: (place: number): void => {
      gates.kill(processes[place]!.name)
      processes[place] = start(place)
    },
  }
}

/**
 * The commands of the calls: the number of a call says by which key it comes, what is held for it, and whether less
 * will do.
 */
const callsOf = ({ walletId, keyIds, ids }: KeyInstallation) =>
  Array.from({ length: CALLS }, (_, call) => {
    const [holdId, amount] = [ids.next(), 10n + BigInt((call * 37) % 60)]
    const less = call % 2 === 0 ? {} : { less: { least: amount / 4n, enough: amount / 2n } }
    const budgetId = keyIds[call % keyIds.length]!
    return {
      hold: holdCommand(walletId, amount, { holdId, budgetId, lifeSeconds: 86_400, ...less }),
      holdId,
      amount,
    }
  })

const commandOf = (
  calls: ReturnType<typeof callsOf>,
  step: KeyStep & { readonly tag: 'hold' | 'settle' | 'release' },
): LedgerCommand => {
  const { hold, amount } = calls[step.call]!
  switch (step.tag) {
    case 'hold':
      return hold
    case 'settle':
      return settleCommand(hold, (amount * BigInt(step.quarters)) / 4n)
    case 'release':
      return releaseCommand(hold)
  }
}

const leastOf = ({ amount, less }: PlaceHold): bigint => less?.least ?? amount

const openAll = (gates: Gates): void => {
  for (let left = gates.waiting().length; left > 0; left -= 1) gates.open(0, DONE)
}

const openWorld = async (installation: KeyInstallation) => {
  const gates = openGates()
  const processes = openProcesses(installation, gates)
  const calls = callsOf(installation)
  const met = new Map<string, number>()
  const refusals: Refusal[] = []
  const wrongHolds: string[] = []
  const count = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1)

  const submit = async (place: number, command: LedgerCommand): Promise<void> => {
    const outcome = await processes.at(place).ledger.submit(command)
    const { tag } = isRight(outcome) ? outcome.right : outcome.left
    count(tag)
    if (command.tag === 'place_hold' && isRight(outcome) && 'hold' in outcome.right) {
      const { amount } = outcome.right.hold
      if (amount < command.amount) count('held less')
      if (amount > command.amount || amount < leastOf(command)) wrongHolds.push(`a hold took ${amount}`)
    }
    if (command.tag !== 'place_hold' || command.budgetId === null || tag !== 'spend_limit_exceeded') return
    refusals.push({ keyId: command.budgetId, amount: leastOf(command), nowMs: processes.nowMs(place) })
  }

  const take = async (step: KeyStep): Promise<void> => {
    switch (step.tag) {
      case 'hold':
      case 'settle':
      case 'release':
        return void submit(step.process, commandOf(calls, step))
      case 'go':
        return gates.open(step.nth, step.fate)
      case 'go_all':
        return openAll(gates)
      case 'wait':
        return processes.pass(step.hours)
      case 'turn_clock':
        return processes.turn(step.process, step.hoursAhead)
      case 'die':
        return processes.die(step.process)
      case 'set_limit':
        return installation.setLimit(installation.keyIds[step.key]!, step.limit)
    }
  }
  const laws = keyLaws(installation.keyIds, await installation.facts(), () => count('a period began'))
  /** What is wrong once nothing moves after a step. */
  const look = async (isAlone: boolean): Promise<readonly string[]> => {
    await gates.idle()
    const refused = refusals.splice(0)
    const facts = await installation.facts()
    return [...wrongHolds.splice(0), ...laws({ facts, clocks: processes.clocks(), refusals: isAlone ? refused : [] })]
  }
  return { gates, met, take, look }
}

/** Plays a history of keys until the first step after which something is wrong. */
export const playKeys = async (installation: KeyInstallation, history: readonly KeyStep[]): Promise<KeysPlayed> => {
  const { gates, met, take, look } = await openWorld(installation)
  for (const [at, step] of history.entries()) {
    await take(step)
    const wrong = await look(step.tag === 'go')
    if (wrong.length > 0) return { wrong: wrong.map((each) => `after step ${at + 1}: ${each}`), met }
  }
  while (gates.waiting().length > 0) {
    openAll(gates)
    await gates.idle()
  }
  gates.kill(NO_USER)
  const wrong = await look(false)
  return { wrong: wrong.map((each) => `in the end: ${each}`), met }
}
