import type { GatewayPrincipal } from '../identity/principal.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'
import { ipBucket, networkOf } from './ip-bucket.ts'

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

/** Requests that the operator allows in any 60 seconds. */
export interface AdmissionRates {
  /** Calls of the public gateway by one account without a rate of its own. */
  readonly perAccount: number
  /** Calls of the account interface by one user. */
  readonly perUser: number
  /** Calls from one address without an API key or a session. */
  readonly publicPerAddress: number
  readonly signInPerAddress: number
  /** Sign-in attempts for one e-mail address from one network. */
  readonly signInPerEmail: number
}

/**
 * All networks together may make this many times as many sign-in attempts for one e-mail address as one network may.
 */
const ALL_NETWORKS_FACTOR = 10

/** Unknown API keys from one address that may each cost a query, in any minute. */
const KEY_GUESSES_PER_ADDRESS = 60

const MAIL_WINDOW_MS = 15 * MINUTE_MS
const MAIL_PER_NETWORK = 3
const MAIL_OVER_ALL = 12

/** How long after a sign-in the network it came from counts as one of the account's own (contract 3). */
export const KNOWN_NETWORK_MS = 30 * DAY_MS

/** Two buckets for one e-mail address. Where both apply, both have to accept. */
export interface EmailRateLimits {
  readonly fromNetwork: RateLimit
  /** Does not apply to a network from which the user signed in within `KNOWN_NETWORK_MS`. */
  readonly fromAnywhere: RateLimit
}

const perMinute = (bucket: string, limit: number): RateLimit => ({ bucket, limit, windowMs: MINUTE_MS })

/** The limit of the caller's account and, where its key has one, that of the key. */
export const gatewayRateLimit = (
  rates: AdmissionRates,
  { userId, keyId, rateLimitPerMinute, requestsPerMinute }: GatewayPrincipal,
): RateLimit => {
  const ofAccount = perMinute(`account:${userId}`, rateLimitPerMinute ?? rates.perAccount)
  return requestsPerMinute === null
    ? ofAccount
    : { ...ofAccount, narrower: perMinute(`key:${keyId}`, requestsPerMinute) }
}

/** Look-ups of one account: free questions about a key, a balance or the length of a prompt (contract 3). */
const LOOK_UPS_PER_ACCOUNT = 300

export const lookUpRateLimit = (userId: string): RateLimit => perMinute(`look-up:${userId}`, LOOK_UPS_PER_ACCOUNT)

export const userRateLimit = (rates: AdmissionRates, userId: string): RateLimit =>
  perMinute(`user:${userId}`, rates.perUser)

export const publicRateLimit = (rates: AdmissionRates, address: string): RateLimit =>
  perMinute(`public:${ipBucket(address)}`, rates.publicPerAddress)

export const signInRateLimit = (rates: AdmissionRates, address: string): RateLimit =>
  perMinute(`sign-in:${ipBucket(address)}`, rates.signInPerAddress)

export const keyGuessRateLimit = (address: string): RateLimit =>
  perMinute(`key-guess:${ipBucket(address)}`, KEY_GUESSES_PER_ADDRESS)

/** The limits of sign-in attempts. `email` is case-folded. */
export const emailRateLimits = (rates: AdmissionRates, email: string, address: string): EmailRateLimits => ({
  fromNetwork: perMinute(`sign-in:email:${networkOf(address)}:${email}`, rates.signInPerEmail),
  fromAnywhere: perMinute(`sign-in:email:${email}`, rates.signInPerEmail * ALL_NETWORKS_FACTOR),
})

/** The limits of mails that a request can cause. `email` is case-folded. */
export const mailRateLimits = (email: string, address: string): EmailRateLimits => ({
  fromNetwork: {
    bucket: `mail:${networkOf(address)}:${email}`,
    limit: MAIL_PER_NETWORK,
    windowMs: MAIL_WINDOW_MS,
  },
  fromAnywhere: { bucket: `mail:${email}`, limit: MAIL_OVER_ALL, windowMs: MAIL_WINDOW_MS },
})
