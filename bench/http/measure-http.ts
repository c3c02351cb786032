import { once } from 'node:events'
import type { Child } from '../targets/child-process.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { databaseMeter, treeSeconds } from './processor-time.ts'
import { orderOf } from './round-order.ts'
import { MODEL } from '../targets/target.ts'
import type { Target } from '../targets/target.ts'

export interface Rounds {
  readonly rounds: number
  readonly seconds: number
}

export type Name = Target['name']

export interface Measured extends LoadResult {
  /** The share of one core that the target's processes used while under load. */
  readonly processor: number
  /** Processor time of the target's processes for one answered call, microseconds. */
  readonly ownMicros: number
  /** Processor time of PostgreSQL for one answered call, microseconds. */
  readonly databaseMicros: number
  /** Both together. */
  readonly callMicros: number
}

/** What each target did, round by round. */
export type Results = ReadonlyMap<Name, readonly Measured[]>

export const MESSAGES = [
  { role: 'system', content: 'You are a bench. Answer with forty words, whatever is asked.' },
  { role: 'user', content: 'Tell me, in forty words, how a prepaid balance is held, charged and released.' },
]

/** One call of the model, answered whole or as a stream. */
export const callOf = (stream: boolean): Sent => ({
  path: '/v1/chat/completions',
  body: JSON.stringify({ model: MODEL, messages: MESSAGES, max_tokens: 200, ...(stream ? { stream: true } : {}) }),
})

const CODE = 'The tool ended "well" and wrote:\n  if (a < b) { return c }\n'.repeat(40)

/** One call as coding agents make it: with all earlier messages, a quarter of a megabyte of code. */
export const LONG_CALL: Sent = {
  path: '/v1/chat/completions',
  body: JSON.stringify({
    model: MODEL,
    messages: [
      ...MESSAGES,
      ...Array.from({ length: 100 }, (_, turn) => ({ role: turn % 2 === 0 ? 'assistant' : 'user', content: CODE })),
    ],
    max_tokens: 200,
  }),
}

export const runJob = async (load: Child, job: LoadJob): Promise<LoadResult> => {
  const answer = once(load.process, 'message') as Promise<[{ result?: LoadResult; error?: string }]>
  load.process.send(job)
  const [{ result, error }] = await answer
  if (result === undefined) throw new Error(error ?? 'the load generator died')
  return result
}

export interface Phase extends Rounds {
  readonly connections: number
  readonly stream: boolean
  /** Null: as fast as possible. */
  readonly ratePerSecond: number | null
}

/** One request, sent over and over. */
export interface Sent {
  readonly path: string
  readonly body: string
}

export const measureOnce = async (load: Child, target: Target, phase: Phase, sent: Sent): Promise<Measured> => {
  const { child, headers } = target
  const ownBefore = treeSeconds(child.process.pid)
  const ofDatabase = databaseMeter(target.database)
  const begun = performance.now()
  const result = await runJob(load, {
    ports: [child.port],
    ...sent,
    customers: [headers],
    connections: phase.connections,
    seconds: phase.seconds,
    ratePerSecond: phase.ratePerSecond,
  })
  const seconds = (performance.now() - begun) / 1000
  const own = treeSeconds(child.process.pid) - ownBefore
  const microsOf = (spent: number): number => (spent * 1_000_000) / result.calls
  const [ownMicros, databaseMicros] = [microsOf(own), microsOf(ofDatabase())]
  return { ...result, processor: own / seconds, ownMicros, databaseMicros, callMicros: ownMicros + databaseMicros }
}

/** Rounds of all targets alternate, so that other work of the machine slows each of them alike. */
export const measurePhase = async (
  load: Child,
  targets: readonly Target[],
  phase: Phase,
  sent = callOf(phase.stream),
): Promise<Results> => {
  const results = new Map<Name, Measured[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < phase.rounds; round += 1) {
    for (const target of orderOf(targets, round)) {
      results.get(target.name)?.push(await measureOnce(load, target, phase, sent))
    }
  }
  return results
}
