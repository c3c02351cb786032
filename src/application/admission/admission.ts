import type { NowOrLater } from '../now-or-later.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import {
  emailRateLimits,
  gatewayRateLimit,
  lookUpRateLimit,
  publicRateLimit,
  signInRateLimit,
  userRateLimit,
} from '../../domain/limits/admission-rates.ts'
import type { AdmissionRates } from '../../domain/limits/admission-rates.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { AuthenticateApiKey } from './authenticate-api-key.ts'
import type { AuthenticateSession } from './authenticate-session.ts'
import { takeEmailBuckets } from './take-email-buckets.ts'
import type { TakeEmailBucketsDeps } from './take-email-buckets.ts'

/** Who may call, and how often (contract 3). Every rule but `admitSignInTo` decides before the body is read. */
export interface Admission {
  readonly authenticateKey: AuthenticateApiKey
  readonly authenticateSession: AuthenticateSession
  /** One bucket per account for the whole public gateway. */
  readonly admitCall: (principal: GatewayPrincipal) => NowOrLater<RateVerdict>
  /** One bucket per account for its look-ups, which take nothing from the other. */
  readonly admitLookUp: (principal: GatewayPrincipal) => NowOrLater<RateVerdict>
  /** One bucket per user for the whole account interface. */
  readonly admitUser: (userId: string) => NowOrLater<RateVerdict>
  /** One bucket per client address for all endpoints without a key or a session. */
  readonly admitAddress: (clientAddress: string) => NowOrLater<RateVerdict>
  /** One bucket per client address for all endpoints at which people sign in. */
  readonly admitSignIn: (clientAddress: string) => NowOrLater<RateVerdict>
  /** After it, one bucket for the account of the sign-in: its folded e-mail address, or `user:` and its user's id. */
  readonly admitSignInTo: (account: string, clientAddress: string) => NowOrLater<RateVerdict>
}

interface AdmissionDeps extends TakeEmailBucketsDeps {
  readonly rates: AdmissionRates
  readonly authenticateApiKey: AuthenticateApiKey
  readonly authenticateSession: AuthenticateSession
}

export const admission = ({ rates, authenticateApiKey, authenticateSession, ...deps }: AdmissionDeps): Admission => ({
  authenticateKey: authenticateApiKey,
  authenticateSession,
  admitCall: (principal) => deps.limiter.take(gatewayRateLimit(rates, principal)),
  admitLookUp: ({ userId }) => deps.limiter.take(lookUpRateLimit(userId)),
  admitUser: (userId) => deps.limiter.take(userRateLimit(rates, userId)),
  admitAddress: (clientAddress) => deps.limiter.take(publicRateLimit(rates, clientAddress)),
  admitSignIn: (clientAddress) => deps.limiter.take(signInRateLimit(rates, clientAddress)),
  admitSignInTo: (account, clientAddress) =>
    takeEmailBuckets(deps, { email: account, clientAddress }, emailRateLimits(rates, account, clientAddress)),
})
