import type { Child } from '../targets/child-process.ts'
import { callOf, measureOnce } from './measure-http.ts'
import { number } from '../report.ts'
import type { Target } from '../targets/target.ts'

/** The p99 that a user may be promised, milliseconds. */
const PROMISES = [1, 5, 10, 50, 100] as const

/** For each promise the highest rate of calls at which it held; 0 where it held at none. */
export interface Frontier {
  readonly name: Target['name']
  readonly heldPerSecond: readonly number[]
}

interface FrontierOptions {
  readonly seconds: number
}

const CONNECTIONS = 256
const FIRST_RATE = 250
const STEP = 1.25
/** A target that does less than this share of the asked rate is past its limit. */
const FOLLOWED = 0.97

/** The target at growing rates, until it no longer keeps up. */
export const benchFrontier = async (load: Child, target: Target, { seconds }: FrontierOptions): Promise<Frontier> => {
  const phase = { rounds: 1, connections: CONNECTIONS, stream: false }
  await measureOnce(load, target, { ...phase, seconds: 10, ratePerSecond: null }, callOf(false))
  const held = PROMISES.map(() => 0)
  for (let rate = FIRST_RATE; ; rate *= STEP) {
    const { perSecond, p99Ms, failures } = await measureOnce(
      load,
      target,
      { ...phase, seconds, ratePerSecond: rate },
      callOf(false),
    )
    if (failures > 0 || perSecond < rate * FOLLOWED) return { name: target.name, heldPerSecond: held }
    for (const [index, promise] of PROMISES.entries()) if (p99Ms <= promise) held[index] = perSecond
  }
}

export const frontierTable = (frontiers: readonly Frontier[]): string =>
  [
    'calls a second held at a p99 of'.padEnd(34) + PROMISES.map((promise) => `${promise} ms`.padStart(14)).join(''),
    ...frontiers.map(
      ({ name, heldPerSecond }) =>
        `  ${name}`.padEnd(34) + heldPerSecond.map((rate) => (rate === 0 ? '–' : number(rate)).padStart(14)).join(''),
    ),
  ].join('\n')
