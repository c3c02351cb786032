/** At most `limit` accepted requests in any `windowMs` milliseconds. Both are >= 1. */
interface RateRule {
  readonly limit: number
  readonly windowMs: number
}

/**
 * One request that asks for admission. `bucket` names what is counted, for example `account:<id>` or
 * `sign-in:ip:<address>`.
 */
export interface RateLimit extends RateRule {
  readonly bucket: string
  /** Another bucket that has to accept the request, too: both count it, or neither does. */
  readonly narrower?: Omit<RateLimit, 'narrower'> | undefined
}

export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: number
  /** How many more requests would be accepted at this moment. */
  readonly remaining: number
  /** Milliseconds until the whole limit is free again if no more requests come; 0 when it is free. */
  readonly resetMs: number
  /** Whole seconds after which a retry can succeed, 1 at least; 0 when the request was allowed. */
  readonly retryAfterSeconds: number
  /** True where the verdict is that of the narrower bucket: it refused, or it has less left. */
  readonly isNarrower?: true
}

/** Joins two verdicts: the refusal with the longer wait, or else the verdict of the bucket that has less left. */
export const joinVerdicts = (wider: RateVerdict, narrower: RateVerdict): RateVerdict => {
  const isNarrower =
    wider.allowed && narrower.allowed
      ? narrower.remaining < wider.remaining
      : narrower.retryAfterSeconds > wider.retryAfterSeconds
  return isNarrower ? { ...narrower, isNarrower } : wider
}

/**
 * The accepted requests that are still inside the window when this one is decided. `ageMs(i)` is how many milliseconds
 * ago the i-th oldest of them was accepted, always less than the window.
 */
export interface SlidingWindow {
  readonly count: number
  ageMs(index: number): number
}

/**
 * The sliding window rule (contract 3): a request is accepted if fewer than `limit` requests were accepted in the last
 * `windowMs` milliseconds. After the limit was lowered below the number already inside, a request waits until enough of
 * them have left the window.
 *
 * Example: with `{ limit: 2, windowMs: 60_000 }` and accepted requests of 50 and 20 seconds ago, the verdict is refused
 * with `retryAfterSeconds` 10 and `resetMs` 40_000.
 */
export const decideRate = (rule: RateRule, live: SlidingWindow): RateVerdict => {
  if (live.count < rule.limit) return acceptance(rule, live.count + 1)
  return refusal(rule, rule.windowMs - live.ageMs(live.count - rule.limit), rule.windowMs - live.ageMs(live.count - 1))
}

/** The verdict on an accepted request; `inside` counts it. */
export const acceptance = (rule: RateRule, inside: number): RateVerdict => ({
  allowed: true,
  limit: rule.limit,
  remaining: rule.limit - inside,
  resetMs: rule.windowMs,
  retryAfterSeconds: 0,
})

/** The verdict on a refused request. Times are rounded up, so that a client which waits that long is accepted. */
export const refusal = (rule: RateRule, slotFreeInMs: number, allFreeInMs: number): RateVerdict => ({
  allowed: false,
  limit: rule.limit,
  remaining: 0,
  resetMs: Math.max(1, Math.ceil(allFreeInMs)),
  retryAfterSeconds: Math.max(1, Math.ceil(slotFreeInMs / 1000)),
})
