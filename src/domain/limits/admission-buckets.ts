import { ipBucket, networkOf } from './ip-bucket.ts'
import type { RateTake } from './rate-limit.ts'

const MINUTE_MS = 60_000

/** How often in any 60 seconds, as the operator sets it. */
export interface AdmissionRates {
  /** Calls of the public gateway by one account that has no rate of its own. */
  readonly perAccount: number
  /** Calls of the account interface by one user. */
  readonly perUser: number
  /** Calls without a key or a session from one address. */
  readonly publicPerAddress: number
  readonly signInPerAddress: number
  /** Sign-ins about one e-mail address from one network. */
  readonly signInPerEmail: number
}

/** How many times as many sign-ins about one e-mail address come from all networks together. */
const ALL_NETWORKS = 10

/** Unknown API keys from one address that may each cost a query, in any minute. */
const KEY_GUESSES_PER_ADDRESS = 60

const LETTERS_WINDOW_MS = 15 * MINUTE_MS
const LETTERS_PER_NETWORK = 3
const LETTERS_OVER_ALL = 12

/** How long after a sign-in its network counts as one of the account's own (contract 3). */
export const KNOWN_NETWORK_MS = 30 * 24 * 60 * MINUTE_MS

/** Two buckets about one e-mail address. Where both bind, both have to accept. */
export interface TwoTakes {
  readonly fromNetwork: RateTake
  /** Does not bind a network from which the account signed in within `KNOWN_NETWORK_MS`. */
  readonly fromAnywhere: RateTake
}

const perMinute = (bucket: string, limit: number): RateTake => ({ bucket, limit, windowMs: MINUTE_MS })

export const gatewayTake = (
  rates: AdmissionRates,
  { userId, rateLimitPerMinute }: { readonly userId: string; readonly rateLimitPerMinute: number | null },
): RateTake => perMinute(`account:${userId}`, rateLimitPerMinute ?? rates.perAccount)

export const userTake = (rates: AdmissionRates, userId: string): RateTake => perMinute(`user:${userId}`, rates.perUser)

export const publicTake = (rates: AdmissionRates, address: string): RateTake =>
  perMinute(`public:${ipBucket(address)}`, rates.publicPerAddress)

export const signInTake = (rates: AdmissionRates, address: string): RateTake =>
  perMinute(`sign-in:${ipBucket(address)}`, rates.signInPerAddress)

export const keyGuessTake = (address: string): RateTake =>
  perMinute(`key-guess:${ipBucket(address)}`, KEY_GUESSES_PER_ADDRESS)

/** `email` is case-folded. */
export const emailTakes = (rates: AdmissionRates, email: string, address: string): TwoTakes => ({
  fromNetwork: perMinute(`sign-in:email:${networkOf(address)}:${email}`, rates.signInPerEmail),
  fromAnywhere: perMinute(`sign-in:email:${email}`, rates.signInPerEmail * ALL_NETWORKS),
})

/** `email` is case-folded. */
export const letterTakes = (email: string, address: string): TwoTakes => ({
  fromNetwork: {
    bucket: `letters:${networkOf(address)}:${email}`,
    limit: LETTERS_PER_NETWORK,
    windowMs: LETTERS_WINDOW_MS,
  },
  fromAnywhere: { bucket: `letters:${email}`, limit: LETTERS_OVER_ALL, windowMs: LETTERS_WINDOW_MS },
})
