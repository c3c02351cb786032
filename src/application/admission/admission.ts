import {
  emailRateLimits,
  gatewayRateLimit,
  publicRateLimit,
  signInRateLimit,
  userRateLimit,
} from '../../domain/limits/admission-rate-limits.ts'
import type { AdmissionRates } from '../../domain/limits/admission-rate-limits.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { AuthenticateApiKey } from './authenticate-api-key.ts'
import type { AuthenticateSession } from './authenticate-session.ts'
import { takeEmailBuckets } from './take-email-buckets.ts'
import type { TakeEmailBucketsDeps } from './take-email-buckets.ts'

/** Who may call, and how often (contract 3). Every rule but `admitEmail` decides before the body is read. */
export interface Admission {
  readonly authenticateKey: AuthenticateApiKey
  readonly authenticateSession: AuthenticateSession
  /** One bucket per account for the whole public gateway. */
  readonly admitCall: (principal: GatewayPrincipal) => Promise<RateVerdict>
  /** One bucket per user for the whole account interface. */
  readonly admitUser: (userId: string) => Promise<RateVerdict>
  /** One bucket per client address for all endpoints without a key or a session. */
  readonly admitAddress: (clientAddress: string) => Promise<RateVerdict>
  /** One bucket per client address for all endpoints at which people sign in. */
  readonly admitSignIn: (clientAddress: string) => Promise<RateVerdict>
  /** After it, one bucket for the account of the sign-in, named by its folded e-mail address or its user. */
  readonly admitEmail: (email: string, clientAddress: string) => Promise<RateVerdict>
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
  admitUser: (userId) => deps.limiter.take(userRateLimit(rates, userId)),
  admitAddress: (clientAddress) => deps.limiter.take(publicRateLimit(rates, clientAddress)),
  admitSignIn: (clientAddress) => deps.limiter.take(signInRateLimit(rates, clientAddress)),
  admitEmail: (email, clientAddress) =>
    takeEmailBuckets(deps, { email, clientAddress }, emailRateLimits(rates, email, clientAddress)),
})
