/** At most `limit` accepted requests in any `windowMs` milliseconds. Both are >= 1. */
export interface RateRule {
  readonly limit: number
  readonly windowMs: number
}

/** One request that asks to be let in. `bucket` names what is counted, e.g. `account:<id>` or `sign-in:ip:<address>`. */
export interface RateTake extends RateRule {
  readonly bucket: string
}

export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: number
  /** How many more would be accepted at this moment. */
  readonly remaining: number
  /** Milliseconds until the whole limit is free again if nothing more comes; 0 when it is. */
  readonly resetMs: number
  /** Whole seconds after which a retry can succeed, 1 at least; 0 when the request was allowed. */
  readonly retryAfterSeconds: number
}

/**
 * The accepted requests still inside the window before this one is decided.
 * `ageMs(i)` is how long ago the i-th oldest of them was accepted, always less than the window.
 */
export interface LiveWindow {
  readonly count: number
  ageMs(index: number): number
}

/**
 * The sliding window rule: a request is accepted if fewer than `limit` were accepted in the window that ends now.
 * When the limit was lowered below what is already inside, the request waits for the one that makes room.
 */
export const decideRate = (rule: RateRule, live: LiveWindow): RateVerdict => {
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

/** The verdict on a refused one. Times are rounded up, so that waiting them out is enough. */
export const refusal = (rule: RateRule, slotFreeInMs: number, allFreeInMs: number): RateVerdict => ({
  allowed: false,
  limit: rule.limit,
  remaining: 0,
  resetMs: Math.max(1, Math.ceil(allFreeInMs)),
  retryAfterSeconds: Math.max(1, Math.ceil(slotFreeInMs / 1000)),
})
