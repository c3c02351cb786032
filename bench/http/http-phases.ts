import type { Child } from '../targets/child-process.ts'
import type { Target } from '../targets/target.ts'
import { halfOfOurs } from './http-gates.ts'
import type { HttpResults } from './http-gates.ts'
import { LONG_CALL, measurePhase } from './measure-http.ts'
import type { Measured, Name, Phase, Results, Rounds, Sent } from './measure-http.ts'

/** What is measured of every target, in this order. */
export const PHASES = ['calls', 'longCalls', 'streams', 'alone', 'halfCalls', 'halfStreams'] as const

type PhaseName = (typeof PHASES)[number]

export interface HttpOptions extends Rounds {
  readonly connections: number
  readonly streams: number
  /** Those that are measured; the others have no results. */
  readonly phases: ReadonlySet<PhaseName>
}

/** Whether a word of the command line names a phase. */
export const isPhase = (word: string): word is PhaseName => PHASES.some((phase) => phase === word)

/**
 * A just-in-time compiler in the background slows all processes: each target runs until its own compiler has finished.
 * Calls come last, since they are measured first: what streams do to shared code has calls compiled once more.
 */
const WARM_UP = { rounds: 1, seconds: 15 }

/** Few connections keep every target at work where a body is long. */
const LONG_CONNECTIONS = 16

const NOT_MEASURED: Results = new Map()

/** The wanted phases on all targets. */
export const measureHttp = async (
  load: Child,
  targets: readonly Target[],
  { connections, streams: atATime, phases, ...rounds }: HttpOptions,
): Promise<HttpResults> => {
  const ofCalls = { ...rounds, connections, stream: false, ratePerSecond: null }
  const ofStreams = { ...rounds, connections: atATime, stream: true, ratePerSecond: null }
  const measure = async (name: PhaseName, asked: readonly Target[], phase: Phase, sent?: Sent): Promise<Results> =>
    phases.has(name) ? await measurePhase(load, asked, phase, sent) : NOT_MEASURED
  if (phases.has('streams') || phases.has('halfStreams'))
    await measurePhase(load, targets, { ...ofStreams, ...WARM_UP })
  if (phases.has('calls') || phases.has('alone') || phases.has('halfCalls'))
    await measurePhase(load, targets, { ...ofCalls, ...WARM_UP })
  const calls = await measure('calls', targets, ofCalls)
  const ofLong = { ...ofCalls, connections: LONG_CONNECTIONS }
  await measure('longCalls', targets, { ...ofLong, ...WARM_UP }, LONG_CALL)
  const longCalls = await measure('longCalls', targets, ofLong, LONG_CALL)
  const streams = await measure('streams', targets, ofStreams)
  const alone = await measure('alone', targets, { ...ofCalls, connections: 1 })
  // Half of this gateway's rate is more than Portkey's limit, so latency is compared with the bare proxy alone.
  const pair = targets.filter(({ name }) => name !== 'portkey')
  const halfCalls = await measure('halfCalls', pair, { ...ofCalls, ratePerSecond: halfOfOurs(calls) })
  const halfStreams = await measure('halfStreams', pair, { ...ofStreams, ratePerSecond: halfOfOurs(streams) })
  return { calls, longCalls, streams, alone, halfCalls, halfStreams }
}

const joinedPhase = (ofStarts: readonly Results[]): Results => {
  const joined = new Map<Name, Measured[]>()
  for (const results of ofStarts)
    for (const [name, rounds] of results) joined.set(name, [...(joined.get(name) ?? []), ...rounds])
  return joined
}

/**
 * The rounds of several starts as those of one. How a process was compiled moves its figures by a twentieth for as long
 * as it runs.
 */
export const joinedStarts = (starts: readonly HttpResults[]): HttpResults => {
  const phase = (name: keyof HttpResults): Results => joinedPhase(starts.map((results) => results[name]))
  return {
    calls: phase('calls'),
    longCalls: phase('longCalls'),
    streams: phase('streams'),
    alone: phase('alone'),
    halfCalls: phase('halfCalls'),
    halfStreams: phase('halfStreams'),
  }
}
