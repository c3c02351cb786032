/** The shortest time that is kept apart, in milliseconds; what is shorter counts as this. */
const SHORTEST_MS = 10
/** Each step is a tenth longer than the one before. */
const RATIO = 1.1
/** The last step holds ten minutes and everything longer. */
const LAST_STEP = 116

/** The step of a scale in which a time is counted. */
export const stepOf = (ms: number): number => {
  if (!(ms > SHORTEST_MS)) return 0
  return Math.min(LAST_STEP, Math.ceil(Math.log(ms / SHORTEST_MS) / Math.log(RATIO)))
}

/** How many times were counted in a step. */
export interface StepCount {
  readonly step: number
  readonly calls: number
}

/** The longest time of a step, in milliseconds. */
const longestMs = (step: number): number => Math.round(SHORTEST_MS * RATIO ** step)

const shareMs = (counts: readonly StepCount[], calls: number, share: number): number => {
  let passed = 0
  for (const { step, calls: inStep } of counts) {
    passed += inStep
    if (passed >= calls * share) return longestMs(step)
  }
  return longestMs(LAST_STEP)
}

/**
 * How long callers waited for the first token of an answer. The times are the ends of steps: a tenth too long at most.
 */
export interface FirstTokenTimes {
  readonly calls: number
  readonly p50Ms: number
  readonly p95Ms: number
}

/** Null if nothing was counted. */
export const firstTokenTimes = (unordered: readonly StepCount[]): FirstTokenTimes | null => {
  const counts = unordered.toSorted((one, other) => one.step - other.step)
  const calls = counts.reduce((sum, each) => sum + each.calls, 0)
  return calls === 0 ? null : { calls, p50Ms: shareMs(counts, calls, 0.5), p95Ms: shareMs(counts, calls, 0.95) }
}
