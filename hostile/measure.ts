import type { Call, Caller } from './call.ts'
import type { Prober } from './open-prober.ts'
import { slowness } from './reference-loop.ts'

/** No request keeps another waiting for longer, on a quiet machine (contract 1). */
export const MOST_WAIT_MS = 500
/** Twice the size may take so many times as long. */
export const MOST_RATIO = 2.6
/** What takes less is too short to be compared. */
const LEAST_COMPARED_MS = 60
/** So much each byte may cost that is read, decoded and walked once; below it only the collector's luck is compared. */
const LEAST_COMPARED_NS_PER_BYTE = 12
/** Noise makes things longer and never shorter, so the best of several counts. */
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
  readonly statuses: readonly [number, number]
  /** How long another request waited while this one was served. */
  readonly waitMs: number
  /** How slow the machine was beside a quiet one. */
  readonly slowness: number
}

export const waitHolds = ({ waitMs, slowness: factor }: Measured): boolean => waitMs <= MOST_WAIT_MS * factor

/** Whether the larger of the two took long enough to be compared with the smaller. */
export const isCompared = ({ bytes, doubleMs, slowness: factor }: Measured): boolean =>
  doubleMs > Math.max(LEAST_COMPARED_MS, (2 * bytes * LEAST_COMPARED_NS_PER_BYTE) / 1e6) * factor

export const ratioHolds = (measured: Measured): boolean =>
  !isCompared(measured) || measured.doubleMs <= measured.ms * MOST_RATIO

/** A refusal of the service itself is an answer of a kind that attacks must not bring about. */
export const answersHold = ({ statuses }: Measured): boolean => !statuses.includes(500)

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
  return { where, shape, bytes, ms: single.ms, doubleMs: double.ms, statuses: [single.status, double.status] }
}

const measureAlone = async (tools: Tools, attack: Attack): Promise<Measured> => {
  await tools.prober.takeLongestMs()
  const factor = slowness()
  const timed = await timeOnce(tools, attack)
  return { ...timed, waitMs: await tools.prober.takeLongestMs(), slowness: factor }
}

const best = (one: Measured, other: Measured): Measured => ({
  ...one,
  ms: Math.min(one.ms, other.ms),
  doubleMs: Math.min(one.doubleMs, other.doubleMs),
  waitMs: Math.min(one.waitMs, other.waitMs),
  slowness: Math.max(one.slowness, other.slowness),
})

/** Measures an attack that looked bad again, until it looks good or has had its tries. */
const insist = async (tools: Tools, attack: Attack): Promise<Measured> => {
  let measured = await measureAlone(tools, attack)
  for (let tried = 1; tried < MOST_TRIES && !holds(measured); tried += 1) {
    measured = best(measured, await measureAlone(tools, attack))
  }
  return measured
}

/** Measures attacks one after the other; those that look bad, or stand among some that kept others waiting, alone. */
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
