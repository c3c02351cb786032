import { isLeft } from 'fp-ts/lib/Either.js'
import { openConversation } from '../../src/domain/conversation/conversation.ts'
import { systemAccountId } from '../../src/domain/ledger/account.ts'
import { topUpCommand } from '../support/ledger/ledger-commands.ts'
import { CHAT_MODEL } from './catalog.ts'
import { customerMemory } from './customer-memory.ts'
import type { CustomerMemory } from './customer-memory.ts'
import { NO_USER } from './faulty-ports.ts'
import { DONE, openGates } from './gates.ts'
import type { Gates } from './gates.ts'
import { SWEPT } from './history.ts'
import type { Request, Step } from './history.ts'
import type { Facts, Installation } from './installation.ts'
import { brokenLaws, unfinished } from './laws.ts'
import { keyOf } from './requests.ts'
import { scriptedProvider } from './scripted-providers.ts'
import type { ScriptedProvider } from './scripted-providers.ts'
import { startProcess } from './simulated-process.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** How a history went. */
export interface Played {
  /** What broke a law, and after which step; empty when nothing did. */
  readonly wrong: readonly string[]
  /** How often it came to what: answers that were heard, and how holds and videos ended. */
  readonly met: ReadonlyMap<string, number>
}

interface World {
  readonly installation: Installation
  readonly gates: Gates
  readonly provider: ScriptedProvider
  readonly customer: CustomerMemory
  readonly conversations: readonly string[]
  readonly processes: SimulatedProcess[]
  readonly wrong: string[]
  readonly operationsOf: Map<string, Set<string>>
  /** Requests that were not answered yet, each with the process that has it. */
  readonly unanswered: Map<object, string>
  started: number
  before: Facts | null
}

const complainTo = (world: Pick<World, 'wrong'>) => (wrong: string) => void world.wrong.push(wrong)

const startOne = async (world: World, place: number): Promise<SimulatedProcess> => {
  world.started += 1
  const complain = complainTo(world)
  const process = startProcess({ ...world, name: `process ${world.started}`, complain })
  world.processes[place] = process
  await process.begin()
  return process
}

const CONVERSATIONS = 2

/** A customer with conversations that are open, and two processes that serve them. */
const openWorld = async (installation: Installation): Promise<World> => {
  const { ids, userId, stores, now } = installation
  const conversations = Array.from({ length: CONVERSATIONS }, () => ids.next())
  const entry = { slug: CHAT_MODEL.id, model: CHAT_MODEL, kind: 'text', title: 'Talk' } as const
  for (const id of conversations) await stores.conversations.add(openConversation(entry, { id, userId, atMs: now() }))
  const world: World = {
    installation,
    gates: openGates(),
    provider: scriptedProvider(),
    customer: customerMemory(),
    conversations,
    processes: [],
    wrong: [],
    operationsOf: new Map(),
    unanswered: new Map(),
    started: 0,
    before: null,
  }
  await startOne(world, 0)
  await startOne(world, 1)
  return world
}

const pick = <A>(items: readonly A[], nth: number): A | undefined => items[nth % Math.max(items.length, 1)]

const die = (world: World, place: number, nth: number | null): void => {
  const victim = world.processes[place]!
  if (nth !== null) world.gates.open(nth, DONE, { of: victim.name, isHeard: false })
  world.gates.kill(victim.name)
}

/** Everything is gone but what was written down. A command on its way dies with the database's only process. */
const restart = async (world: World): Promise<void> => {
  for (const { name } of world.processes) world.gates.kill(name)
  world.gates.kill(NO_USER)
  const only = await startOne(world, 0)
  await only.endOtherInstances()
  await startOne(world, 1)
}

/** Errors of what a process does of itself are logged and done again. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

const ask = ({ customer, wrong, unanswered }: World, process: SimulatedProcess, request: Request): void => {
  const mine = {}
  unanswered.set(mine, process.name)
  const answered = process.ask(request).then(
    (answer) => void wrong.push(...customer.hear(keyOf(request), answer)),
    () => customer.count('error'),
  )
  void answered.finally(() => unanswered.delete(mine))
}

/** Asks for the state of a video in one of two ways. A video that a response has named is never unknown. */
const poll = (
  { before, processes, wrong, customer }: World,
  { nth, by, process: place }: Step & { tag: 'poll' },
): void => {
  const videos = [...(before?.messages.values() ?? [])].filter(({ id }) => before?.videos.has(id))
  const message = pick(videos, nth)
  if (message === undefined) return
  const { id, conversationId } = message
  const process = processes[place]!
  const asked = by === 'video' ? process.readVideo(id) : process.pollMessage(conversationId, id)
  void asked.then(
    (answer) => isLeft(answer) && wrong.push(`video ${id} was answered ${answer.left.tag}`),
    () => customer.count('error'),
  )
}

const WATCHED_SECONDS = 75

/** Time passes. For a part of it the living processes do all that they do every few seconds. */
const pass = async ({ installation, processes, gates }: World, seconds: number, still?: SimulatedProcess) => {
  const steps = Math.min(seconds, WATCHED_SECONDS) / 5
  for (let step = 1; step <= steps; step += 1) {
    await installation.pass(5)
    for (const process of processes) {
      if (process === still) continue
      await process.beat()
      await process.sweep('instances')
      if (step % 3 === 0) quietly(process.sweep('stray'))
    }
    await gates.idle()
  }
  await installation.pass(seconds - steps * 5)
}

const take = async (world: World, step: Step): Promise<void> => {
  const { gates, processes, installation, provider } = world
  switch (step.tag) {
    case 'ask':
      return ask(world, processes[step.process]!, step.request)
    case 'go':
      gates.open(step.nth, step.fate)
      return
    case 'go_all':
      for (let left = gates.waiting().length; left > 0; left -= 1) gates.open(0, DONE)
      return
    case 'die':
      die(world, step.process, step.nth)
      await gates.idle()
      await startOne(world, step.process)
      return
    case 'restart':
      return restart(world)
    case 'beat':
      return quietly(gates.follow(processes[step.process]!.beat()))
    case 'sweep':
      return quietly(processes[step.process]!.sweep(step.what))
    case 'wait':
      return pass(world, step.seconds)
    case 'stand_still': {
      const process = processes[step.process]!
      process.standStill()
      return pass(world, WATCHED_SECONDS, process)
    }
    case 'poll':
      return poll(world, step)
    case 'provider': {
      const job = pick([...provider.jobs.keys()], step.nth)
      if (job !== undefined) provider.jobs.set(job, step.course)
      return
    }
    case 'archive': {
      const id = pick(world.conversations, step.nth)!
      const { stores, userId, now } = installation
      await stores.conversations.archive(userId, id, step.archived ? now() : null)
      return
    }
    case 'credit': {
      const debit = systemAccountId('deposits', 'TOKEN')
      const amount = BigInt(step.tokens) * 1_000_000n
      await installation
        .openLedger()
        .submit(topUpCommand(installation.walletId, amount, { transferId: installation.ids.next(), debit }))
    }
  }
}

const look = async (world: World): Promise<Facts> => {
  const facts = await world.installation.facts()
  for (const { key, operationId } of facts.records) {
    const known = world.operationsOf.get(key) ?? new Set()
    world.operationsOf.set(key, known.add(operationId))
  }
  const { before, operationsOf } = world
  world.wrong.push(
    ...brokenLaws({ facts, before, operationsOf, worked: world.provider.worked, nowMs: world.installation.now() }),
  )
  world.before = facts
  return facts
}

/** Lets everything run to its end with no more faults. */
const runOut = async (world: World): Promise<void> => {
  await world.gates.idle()
  for (let most = 5_000; world.gates.waiting().length > 0 && most > 0; most -= 1) {
    world.gates.open(0, DONE)
    await world.gates.idle()
  }
}

/** By processes that live; a dead process answers no request. */
const unansweredOf = ({ unanswered, processes }: World): readonly string[] =>
  [...unanswered.values()].filter((name) => processes.some((process) => process.name === name))

/** A day later: every dead process is found dead, and every living process has swept. */
const comeToRest = async (world: World): Promise<Facts> => {
  const { userId } = world.installation
  await runOut(world)
  const { videos } = await look(world)
  for (const nth of [...videos.keys()].keys()) poll(world, { tag: 'poll', process: 0, nth, by: 'video' })
  await runOut(world)
  const [first] = world.processes
  for (const seconds of [75, 86_400, 4_000]) {
    await pass(world, seconds)
    for (const what of SWEPT) quietly(first!.sweep(what))
    await world.gates.idle()
    await runOut(world)
    await look(world)
  }
  const waiting = [...world.gates.waiting(), ...unansweredOf(world)]
  if (waiting.length > 0) world.wrong.push(`still waits: ${waiting.join()}`)
  const facts = await look(world)
  world.wrong.push(...unfinished(facts))
  const gallery = await world.installation.gallery.page({
    userId,
    kind: null,
    source: 'generated',
    before: null,
    limit: 1_000,
  })
  if (gallery.length !== facts.shown.length) world.wrong.push(`the gallery has ${gallery.length} items`)
  for (const each of await world.installation.violations()) world.wrong.push(`audit: ${each.tag}`)
  return facts
}

const endsOf = ({ holds, videos, transfers }: Facts): readonly string[] => [
  ...[...holds.values()].map(({ state }) => `hold ${state}`),
  ...[...videos.values()].map((state) => `video ${state}`),
  ...transfers.flatMap(({ kind, holdId }) =>
    kind === 'charge' && holds.get(holdId ?? '')?.state === 'released' ? ['charged after its hold was lost'] : [],
  ),
]

const isFaultless = (step: Step): boolean => step.tag !== 'go' || ['done', 'runs_twice'].includes(step.fate.tag)

/** Plays a history on an installation until the first step after which something is wrong. */
export const play = async (installation: Installation, history: readonly Step[]): Promise<Played> => {
  const world = await openWorld(installation)
  const { wrong, customer } = world
  for (const [at, step] of history.entries()) {
    await take(world, step)
    await world.gates.idle()
    await look(world)
    if (wrong.length > 0) return { wrong: wrong.map((each) => `after step ${at + 1}: ${each}`), met: customer.heard }
  }
  for (const end of endsOf(await comeToRest(world))) customer.count(end)
  if (history.every(isFaultless) && customer.heard.has('error')) wrong.push('a caller met an error without a fault')
  return { wrong: wrong.map((each) => `in the end: ${each}`), met: customer.heard }
}
