import type { Call, Caller } from './call.ts'
import type { Prober } from './open-prober.ts'
import { slowness } from './reference-loop.ts'

/** The longest time for which a request may keep another one waiting, on a quiet machine (contract 1). */
export const MOST_WAIT_MS = 500
/** Twice the size may take this many times as long. */
export const MOST_RATIO = 2.6
/**
 * Four times the size, the square of it. A body of some megabytes takes one of two times, by how it meets the garbage
 * collector: such a step lies between two sizes, and growth lies between all of them.
 */
const MOST_RATIO_OF_FOUR = MOST_RATIO ** 2
/** Shorter times are not compared. */
const LEAST_COMPARED_MS = 60
/** The cost of a byte that is read, decoded and walked once; below it the garbage collector decides the figure. */
const LEAST_COMPARED_NS_PER_BYTE = 12
/** Noise makes a measurement longer and never shorter, so the best of several counts. */
const MOST_TRIES = 5

/** One hostile request, at one size and at twice that size. */
export interface Attack {
  /** The endpoint and the place in the request. */
  readonly where: string
  readonly shape: string
  readonly call: (bytes: number) => Call
  /** The smaller of the two sizes. */
  readonly bytes: number
}

export interface Measured extends Pick<Attack, 'where' | 'shape' | 'bytes'> {
  readonly ms: number
  readonly doubleMs: number
  /** Of half the size; null where twice the size held its bound at once. */
  readonly halfMs: number | null
  readonly statuses: readonly number[]
  /** How long another request waited while this one was served. */
  readonly waitMs: number
  /** How many times slower the machine was than a quiet one. */
  readonly slowness: number
}

export const waitHolds = ({ waitMs, slowness: factor }: Measured): boolean => waitMs <= MOST_WAIT_MS * factor

/** Whether the larger of the two took long enough to be compared with the smaller. */
export const isCompared = ({ bytes, doubleMs, slowness: factor }: Measured): boolean =>
  doubleMs > Math.max(LEAST_COMPARED_MS, (2 * bytes * LEAST_COMPARED_NS_PER_BYTE) / 1e6) * factor

export const ratioHolds = (measured: Measured): boolean => {
  const { ms, doubleMs, halfMs } = measured
  if (!isCompared(measured) || doubleMs <= ms * MOST_RATIO) return true
  return halfMs !== null && doubleMs <= halfMs * MOST_RATIO_OF_FOUR
}

/** Whether no answer was a 500, which no attack may cause. */
export const answersHold = ({ statuses }: Measured): boolean => !statuses.includes(500)

/** An attack that was refused for its rate has measured nothing. */
export const isAdmitted = ({ statuses }: Measured): boolean => !statuses.includes(429)

export const holds = (measured: Measured): boolean =>
  waitHolds(measured) && ratioHolds(measured) && answersHold(measured)

interface Tools {
  readonly caller: Caller
  readonly prober: Prober
}

type Timed = Omit<Measured, 'waitMs' | 'slowness'>

const timeOnce = async ({ caller }: Tools, { where, shape, call, bytes }: Attack): Promise<Timed> => {
  const single = await caller.send(call(bytes))
  const double = await caller.send(call(bytes * 2))
  const statuses = [single.status, double.status]
  return { where, shape, bytes, ms: single.ms, doubleMs: double.ms, halfMs: null, statuses }
}

const measureAlone = async (tools: Tools, attack: Attack): Promise<Measured> => {
  const { caller, prober } = tools
  await prober.takeLongestMs()
  const factor = slowness()
  const half = await caller.send(attack.call(Math.ceil(attack.bytes / 2)))
  const timed = await timeOnce(tools, attack)
  const statuses = [half.status, ...timed.statuses]
  return { ...timed, halfMs: half.ms, statuses, waitMs: await prober.takeLongestMs(), slowness: factor }
}

const bestHalf = ({ halfMs: one }: Measured, { halfMs: other }: Measured): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const best = (one: Measured, other: Measured): Measured => ({
  ...one,
  ms: Math.min(one.ms, other.ms),
  doubleMs: Math.min(one.doubleMs, other.doubleMs),
  halfMs: bestHalf(one, other),
  waitMs: Math.min(one.waitMs, other.waitMs),
  slowness: Math.max(one.slowness, other.slowness),
})

/** Measures an attack over a bound again, until it keeps the bound or has no tries left. */
const insist = async (tools: Tools, attack: Attack): Promise<Measured> => {
  let measured = await measureAlone(tools, attack)
  for (let tried = 1; tried < MOST_TRIES && !holds(measured); tried += 1) {
    measured = best(measured, await measureAlone(tools, attack))
  }
  return measured
}

/**
 * Measures attacks one after the other; those over a bound, or in a group that kept others waiting, once more alone.
 */
export const measureGroup = async (tools: Tools, attacks: readonly Attack[]): Promise<readonly Measured[]> => {
  await tools.prober.takeLongestMs()
  const factor = slowness()
  const timed: Timed[] = []
  for (const attack of attacks) timed.push(await timeOnce(tools, attack))
  const waitMs = await tools.prober.takeLongestMs()
  const together = timed.map((each): Measured => ({ ...each, waitMs, slowness: factor }))
  const measured: Measured[] = []
  for (const [index, each] of together.entries()) {
    const attack = attacks[index]
    measured.push(attack === undefined || holds(each) ? each : await insist(tools, attack))
  }
  return measured
}
