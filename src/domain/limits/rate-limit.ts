/** At most `limit` accepted requests in any `windowMs` milliseconds. Both are >= 1. */
export interface RateRule {
  readonly limit: number
  readonly windowMs: number
}

export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: number
  /** How many more would be accepted at this moment. */
  readonly remaining: number
  /** Milliseconds until the next slot frees; 0 when the window is empty. Rounded up, so waiting it is enough. */
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
  const allowed = live.count < rule.limit
  const blocker = allowed ? 0 : live.count - rule.limit
  const oldestAgeMs = live.count === 0 ? 0 : live.ageMs(blocker)
  return rateVerdict(rule, allowed, live.count + (allowed ? 1 : 0), rule.windowMs - oldestAgeMs)
}

/** The verdict in numbers, given how many are inside afterwards and when the next slot frees. */
export const rateVerdict = (rule: RateRule, allowed: boolean, inside: number, freesInMs: number): RateVerdict => {
  const resetMs = inside === 0 ? 0 : Math.max(1, Math.ceil(freesInMs))
  return {
    allowed,
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - inside),
    resetMs,
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(resetMs / 1000)),
  }
}
