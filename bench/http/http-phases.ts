import type { Child } from '../targets/child-process.ts'
import type { Target } from '../targets/target.ts'
import { halfOfOurs } from './http-gates.ts'
import type { HttpResults } from './http-gates.ts'
import { measurePhase } from './measure-http.ts'
import type { Measured, Name, Results, Rounds } from './measure-http.ts'

export interface HttpOptions extends Rounds {
  readonly connections: number
  readonly streams: number
}

/**
 * A just-in-time compiler in the background slows all processes: each target runs until its own compiler has finished.
 */
const WARM_UP = { rounds: 1, seconds: 15 }

/** Every phase on all targets. */
export const measureHttp = async (
  load: Child,
  targets: readonly Target[],
  { connections, streams: atATime, ...rounds }: HttpOptions,
): Promise<HttpResults> => {
  const ofCalls = { ...rounds, connections, stream: false, ratePerSecond: null }
  const ofStreams = { ...rounds, connections: atATime, stream: true, ratePerSecond: null }
  await measurePhase(load, targets, { ...ofCalls, ...WARM_UP })
  await measurePhase(load, targets, { ...ofStreams, ...WARM_UP })
  const calls = await measurePhase(load, targets, ofCalls)
  const streams = await measurePhase(load, targets, ofStreams)
  const alone = await measurePhase(load, targets, { ...ofCalls, connections: 1 })
  // Half of this gateway's rate is more than Portkey's limit, so latency is compared with the bare proxy alone.
  const pair = targets.filter(({ name }) => name !== 'portkey')
  const halfCalls = await measurePhase(load, pair, { ...ofCalls, ratePerSecond: halfOfOurs(calls) })
  const halfStreams = await measurePhase(load, pair, { ...ofStreams, ratePerSecond: halfOfOurs(streams) })
  return { calls, streams, alone, halfCalls, halfStreams }
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
    streams: phase('streams'),
    alone: phase('alone'),
    halfCalls: phase('halfCalls'),
    halfStreams: phase('halfStreams'),
  }
}
