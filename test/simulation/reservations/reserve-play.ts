import { takeCommand, topUpCommand } from '../../support/ledger/ledger-commands.ts'
import { NO_USER } from '../faulty-ports.ts'
import { DONE, openGates } from '../gates.ts'
import type { Gates } from '../gates.ts'
import { leastFor, planOf } from './agent-calls.ts'
import type { AgentRequest } from './agent-calls.ts'
import { WORST_CASES } from './reserve-history.ts'
import type { ReserveStep } from './reserve-history.ts'
import type { ReserveFacts, ReserveInstallation } from './reserve-installation.ts'
import { brokenReserveLaws, unfinishedMoney } from './reserve-laws.ts'
import type { Refusal } from './reserve-laws.ts'
import { startReserving } from './reserving-process.ts'
import type { ProcessFaults, ReservingProcess, SimulatedCall } from './reserving-process.ts'

/** How a history of reservations went. */
export interface ReservePlayed {
  /** What broke a law, and after which step; empty when nothing did. */
  readonly wrong: readonly string[]
  /** How often it came to what. */
  readonly met: ReadonlyMap<string, number>
}

/** A process that is there, and what it may be excused for. */
interface Place {
  readonly process: ReservingProcess
  isFrozen: boolean
  isAway: boolean
  /** When its beat last reached the database, in the time in which the database answers. */
  heardAtMs: number
}

interface ReserveWorld {
  readonly installation: ReserveInstallation
  readonly gates: Gates
  readonly places: Place[]
  readonly calls: Map<string, SimulatedCall>
  readonly asked: Map<string, bigint>
  readonly refusals: Refusal[]
  readonly wrong: string[]
  readonly met: Map<string, number>
  readonly faults: ProcessFaults
  /** The processes that were killed. */
  readonly killed: Set<string>
  started: number
  isAway: boolean
  /** For how long the database has answered in all. */
  upMs: number
  before: ReserveFacts
}

const TICK_MS = 5_000

/** Two beats: a process that sends them every five seconds has been heard by then. */
const HEARD_MS = 2 * TICK_MS

const pick = <A>(items: readonly A[], nth: number): A | undefined => items[nth % Math.max(items.length, 1)]

const startAt = async (world: ReserveWorld, place: number): Promise<void> => {
  world.started += 1
  const { upMs } = world
  const began: Place = {
    isFrozen: false,
    isAway: false,
    heardAtMs: upMs,
    process: startReserving({
      ...world,
      name: `process ${world.started}`,
      mostKeys: world.started % 2 === 0 ? 2 : 10,
      isAway: () => world.isAway || began.isAway,
      complain: (wrong) => void world.wrong.push(wrong),
      // 8. A process that lives and reaches the database is never taken for dead.
      onEnded: (instance) => {
        const ended = world.places.find(({ process }) => process.instance.id === instance)
        if (ended !== undefined && world.upMs - ended.heardAtMs < HEARD_MS)
          world.wrong.push(`${ended.process.name} lives, was heard of, and was ended`)
        count(world, 'an instance was ended')
      },
      onHeard: () => {
        began.heardAtMs = world.upMs
      },
    }),
  }
  world.places[place] = began
  const isAway = world.isAway
  world.isAway = false
  await began.process.begin()
  world.isAway = isAway
}

const count = ({ met }: Pick<ReserveWorld, 'met'>, what: string): void => void met.set(what, (met.get(what) ?? 0) + 1)

const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

const RESERVE = 'reserve'

/**
 * Lets all pass that waits, but for what is named, until nothing else does. While the database is away an end is sent
 * again a few times only.
 */
const flow = async ({ gates, places, isAway }: ReserveWorld, but: string | null = null): Promise<void> => {
  const awake = [NO_USER, ...places.filter(({ isFrozen }) => !isFrozen).map(({ process }) => process.name)]
  const firstOf = (name: string): number =>
    gates
      .waiting()
      .filter((each) => each.startsWith(`${name} `))
      .findIndex((each) => each !== `${name} ${but}`)
  const rounds = isAway || places.some((each) => each.isAway) ? 4 : 60
  for (let most = rounds; most > 0; most -= 1) {
    await gates.idle()
    const next = awake.map((name) => [name, firstOf(name)] as const).filter(([, nth]) => nth !== -1)
    if (next.length === 0) return
    for (const [of, nth] of next) gates.open(nth, DONE, { of })
  }
}

type AskedCall = Pick<SimulatedCall, 'worstCase' | 'least' | 'agent'>

/** A call whose worst case is its one sum. */
const callOf = (worstCase: bigint): AskedCall => ({ worstCase, least: worstCase, agent: null })

const callOfAgent = (agent: AgentRequest): AskedCall => ({
  worstCase: planOf(agent).holdMicro,
  least: leastFor(agent),
  agent,
})

const call = (world: ReserveWorld, { process }: Place, key: number, asked: AskedCall): SimulatedCall => {
  const { ids, keyIds } = world.installation
  const opened: SimulatedCall = {
    operationId: ids.next(),
    process: process.name,
    keyId: pick(keyIds, key)!,
    ...asked,
    sent: null,
    instance: null,
    metered: null,
    price: null,
    cover: null,
  }
  world.calls.set(opened.operationId, opened)
  quietly(
    process.open(opened).then((refusal) => {
      if (refusal !== null) world.refusals.push({ call: opened, failure: refusal })
      count(world, refusal?.tag ?? (opened.instance === null ? 'held' : 'admitted'))
      if (opened.sent !== null && opened.sent.limit < opened.agent!.limit) count(world, 'shortened')
    }),
  )
  return opened
}

const answer = ({ places }: ReserveWorld, ended: SimulatedCall, price: bigint): void => {
  places.find(({ process }) => process.name === ended.process)?.process.end(ended, price)
}

const heldFor = ({ metered, worstCase }: SimulatedCall): bigint => metered?.holdMicro ?? worstCase

const underWay = ({ calls, places, killed }: ReserveWorld): readonly SimulatedCall[] =>
  [...calls.values()].filter(({ metered, process }) => {
    const place = places.find((each) => each.process.name === process)
    return metered !== null && !killed.has(process) && place?.isFrozen === false
  })

const warm = async (world: ReserveWorld, place: Place, key: number, isGranted: boolean): Promise<void> => {
  const but = isGranted ? null : RESERVE
  for (let nth = 0; nth < 3; nth += 1) {
    const opened = call(world, place, key, callOf(WORST_CASES.plain))
    await flow(world, but)
    if (opened.metered !== null) answer(world, opened, 4n)
    await flow(world, but)
  }
}

/** Time passes. Every process that is awake does what it does every few seconds. */
const pass = async (world: ReserveWorld, seconds: number, flows: boolean): Promise<void> => {
  const { installation, places, gates } = world
  for (let tick = 0; tick < seconds * 1_000; tick += TICK_MS) {
    installation.time.nowMs += TICK_MS
    if (!world.isAway) world.upMs += TICK_MS
    for (const { process, isFrozen } of places) {
      if (isFrozen) continue
      quietly(process.beat())
      await gates.idle()
      quietly(process.look())
      quietly(process.giveBackPressed())
      quietly(process.tend())
      await gates.idle()
    }
    if (flows) await flow(world)
  }
}

const kill = (world: ReserveWorld, place: Place): void => {
  world.gates.kill(place.process.name)
  world.killed.add(place.process.name)
}

const stop = async (world: ReserveWorld, at: number): Promise<void> => {
  const { process } = world.places[at]!
  for (const each of underWay(world)) if (each.process === process.name) answer(world, each, 3n)
  await flow(world)
  quietly(process.stop())
  await flow(world)
  kill(world, world.places[at]!)
  await startAt(world, at)
}

const hear = ({ recovery }: ReservingProcess, what: Extract<ReserveStep, { tag: 'hear' }>['of']): void => {
  if (what === 'away') recovery.begin()
  else if (what === 'other_server') recovery.onOtherServer()
  else quietly(recovery.end())
}

const take = async (world: ReserveWorld, step: ReserveStep): Promise<void> => {
  const { gates, places, installation } = world
  const at = 'process' in step ? (step.process ?? 0) % places.length : 0
  const place = places[at]!
  const { process } = place
  switch (step.tag) {
    case 'call':
      return void call(world, place, step.key, callOf(WORST_CASES[step.size]))
    case 'agent':
      return void call(world, place, step.key, callOfAgent(step))
    case 'end': {
      const ended = pick(underWay(world), step.nth)
      if (ended !== undefined) answer(world, ended, (heldFor(ended) * BigInt(step.quarters)) / 4n)
      return
    }
    case 'warm':
      return warm(world, place, step.key, step.isGranted)
    case 'go':
      return gates.open(step.nth, step.fate)
    case 'go_all':
      for (let left = gates.waiting().length; left > 0; left -= 1) gates.open(0, DONE)
      return
    case 'wait':
      return pass(world, step.seconds, step.flows)
    case 'tend':
      return quietly(process.tend())
    case 'look':
      return quietly(process.look())
    case 'press':
      return quietly(process.giveBackPressed())
    case 'hear':
      return hear(process, step.of)
    case 'slow_beat':
      return quietly(process.slowBeat())
    case 'stop':
      return stop(world, at)
    case 'freeze':
      place.isFrozen = true
      await pass(world, step.seconds, true)
      place.isFrozen = false
      if (!step.notices) process.turnClock(-step.seconds * 1_000)
      return
    case 'jump':
      process.turnClock(step.seconds * 1_000)
      return pass(world, 5, false)
    case 'outage': {
      const away = step.process === null ? world : place
      away.isAway = true
      await pass(world, step.seconds, true)
      away.isAway = false
      return
    }
    case 'die':
      if (step.nth !== null) gates.open(step.nth, DONE, { of: process.name, isHeard: false })
      kill(world, place)
      await gates.idle()
      return startAt(world, at)
    case 'set_limit':
      return installation.setLimit(pick(installation.keyIds, step.key)!, step.limit)
    case 'credit':
    case 'debit': {
      const make = step.tag === 'credit' ? topUpCommand : takeCommand
      const { walletId, ids } = installation
      return quietly(process.submit(make(walletId, step.amount, { transferId: ids.next() })))
    }
  }
}

const look = async (world: ReserveWorld, step: ReserveStep | null): Promise<void> => {
  const { installation, before, calls, asked, places } = world
  const refused = world.refusals.splice(0)
  const refusals = step?.tag === 'go' ? refused : []
  const haveLooked = step?.tag === 'wait' && step.flows
  const facts = await installation.facts()
  const running = new Set(places.map(({ process }) => process.instance.id))
  world.wrong.push(...brokenReserveLaws({ facts, before, calls, asked, running, refusals, haveLooked }))
  if (facts.wallet.reserved > 0n) count(world, 'reserved')
  if (facts.pressedAtMs !== null) count(world, 'pressed')
  world.before = facts
}

/** Every call is answered, every dead process is found dead, and every key is idle. */
const comeToRest = async (world: ReserveWorld): Promise<void> => {
  const { gates, installation, calls, killed, wrong } = world
  for (let most = 4; most > 0; most -= 1) {
    await flow(world)
    for (const each of underWay(world)) answer(world, each, 1n)
  }
  await pass(world, 90, true)
  await look(world, null)
  if (gates.waiting().length > 0) wrong.push(`still waits: ${gates.waiting().join()}`)
  wrong.push(...unfinishedMoney(world.before, calls, ({ process }) => killed.has(process)))
  for (const { process } of world.places)
    if (process.reservations() > 0) wrong.push(`${process.name} keeps reservations`)
  for (const each of await installation.violations()) wrong.push(`audit: ${each.tag}`)
}

/** Plays a history of reservations on two or three processes until the first step after which something is wrong. */
export const playReservations = async (
  installation: ReserveInstallation,
  history: readonly ReserveStep[],
  processes: number,
  faults: ProcessFaults = {},
): Promise<ReservePlayed> => {
  const world: ReserveWorld = {
    installation,
    gates: openGates(),
    places: [],
    calls: new Map(),
    asked: new Map(),
    refusals: [],
    wrong: [],
    met: new Map(),
    faults,
    killed: new Set(),
    started: 0,
    isAway: false,
    upMs: 0,
    before: await installation.facts(),
  }
  const { wrong, met, gates } = world
  for (let place = 0; place < processes; place += 1) await startAt(world, place)
  for (const [at, step] of history.entries()) {
    await take(world, step)
    await gates.idle()
    await look(world, step)
    if (wrong.length > 0) return { wrong: wrong.map((each) => `after step ${at + 1}: ${each}`), met }
  }
  await comeToRest(world)
  return { wrong: wrong.map((each) => `in the end: ${each}`), met }
}
