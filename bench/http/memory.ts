import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from '../targets/child-process.ts'
import { measureOnce, MESSAGES } from './measure-http.ts'
import type { Sent } from './measure-http.ts'
import { residentMegabytes } from './processor-time.ts'
import { number } from '../report.ts'
import type { Gate } from '../report.ts'
import { MODEL } from '../targets/target.ts'
import type { Target } from '../targets/target.ts'
import { PACED } from '../targets/upstream.ts'

/** Resident memory of one target, in megabytes. Each figure is the most that was seen during its phase. */
export interface MemoryBench {
  readonly name: Target['name']
  readonly atStart: number
  readonly underCalls: number
  readonly underStreams: number
  /** After some quiet seconds. */
  readonly after: number
  /** The longest time for which one of the paced streams brought nothing, milliseconds. */
  readonly longestGapMs: number
  readonly failures: number
}

interface MemoryOptions {
  readonly connections: number
  readonly seconds: number
}

const PACED_STREAMS = 512
const QUIET_MS = 10_000
const LOOK_EVERY_MS = 100

const bodyOf = (more: object): string => JSON.stringify({ model: MODEL, max_tokens: 200, ...more })
const CALL: Sent = { path: '/v1/chat/completions', body: bodyOf({ messages: MESSAGES }) }
const PACED_STREAM: Sent = {
  path: '/v1/chat/completions',
  body: bodyOf({ messages: [...MESSAGES, { role: 'user', content: PACED }], stream: true }),
}

/** Runs the work and gives back the most memory that the target had while it ran. */
const mostDuring = async <A>(target: Target, work: Promise<A>): Promise<readonly [most: number, result: A]> => {
  let most = residentMegabytes(target.child.process.pid)
  const looking = setInterval(() => {
    most = Math.max(most, residentMegabytes(target.child.process.pid))
  }, LOOK_EVERY_MS)
  try {
    const result = await work
    return [most, result]
  } finally {
    clearInterval(looking)
  }
}

/** What one target needs while it does nothing, serves plain calls, and serves 512 streams at the pace of a model. */
export const benchMemory = async (
  load: Child,
  target: Target,
  { connections, seconds }: MemoryOptions,
): Promise<MemoryBench> => {
  const phase = { rounds: 1, seconds, stream: false, ratePerSecond: null }
  const atStart = residentMegabytes(target.child.process.pid)
  const [underCalls, calls] = await mostDuring(target, measureOnce(load, target, { ...phase, connections }, CALL))
  const ofStreams = { ...phase, stream: true, connections: PACED_STREAMS }
  const [underStreams, streams] = await mostDuring(target, measureOnce(load, target, ofStreams, PACED_STREAM))
  await wait(QUIET_MS)
  return {
    name: target.name,
    atStart,
    underCalls,
    underStreams,
    after: residentMegabytes(target.child.process.pid),
    longestGapMs: streams.longestGapMs,
    failures: calls.failures + streams.failures,
  }
}

export const memoryTable = (figures: readonly MemoryBench[], connections: number): string =>
  [
    `resident memory, MB`.padEnd(34) +
      ['at start', `${connections} connections`, `${PACED_STREAMS} streams`, 'after', 'longest gap ms', 'failed']
        .map((title) => title.padStart(18))
        .join(''),
    ...figures.map(
      ({ name, atStart, underCalls, underStreams, after, longestGapMs, failures }) =>
        `  ${name}`.padEnd(34) +
        [atStart, underCalls, underStreams, after, longestGapMs, failures]
          .map((value) => number(value).padStart(18))
          .join(''),
    ),
  ].join('\n')

export const memoryGates = (figures: readonly MemoryBench[]): readonly Gate[] => {
  const ours = figures.find(({ name }) => name === 'this gateway')
  const under = (name: string, value: number | null, gate: number, unit: string): Gate => ({
    name,
    value,
    gate,
    goal: null,
    direction: 'under',
    unit,
  })
  return [
    under('resident memory under plain calls', ours?.underCalls ?? null, 200, ' MB'),
    under('resident memory under 512 paced streams', ours?.underStreams ?? null, 200, ' MB'),
    under('longest gap in 512 paced streams', ours?.longestGapMs ?? null, 1_000, ' ms'),
  ]
}
