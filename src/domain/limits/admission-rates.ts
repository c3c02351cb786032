import type { GatewayPrincipal } from '../identity/principal.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'
import { ipBucket, networkOf } from './ip-bucket.ts'
import type { RateLimit } from './rate-limit.ts'

/** The highest number of requests a minute in any limit. A higher one would have no effect. */
export const MAX_REQUESTS_PER_MINUTE = 1_000_000

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

/** The requests a minute of an account: its own number, or else that of the installation. */
export const accountRate = ({ perAccount }: Pick<AdmissionRates, 'perAccount'>, own: number | null): number =>
  own ?? perAccount

/** The limit of the caller's account and, where its key has one, that of the key. */
export const gatewayRateLimit = (
  rates: AdmissionRates,
  { userId, keyId, rateLimitPerMinute, requestsPerMinute }: GatewayPrincipal,
): RateLimit => {
  const ofAccount = perMinute(`account:${userId}`, accountRate(rates, rateLimitPerMinute))
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
