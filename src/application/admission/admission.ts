import {
  type AdmissionRates,
  emailTakes,
  gatewayTake,
  publicTake,
  signInTake,
  userTake,
} from '../../domain/limits/admission-buckets.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { AuthenticateApiKey } from '../accounts/authenticate-api-key.ts'
import type { AuthenticateSession } from '../accounts/authenticate-session.ts'
import { takeBoth, type TakeBothDeps } from './take-both.ts'

/** Who may call, and how often (contract 3). Everything but `admitEmail` is decided before a body is read. */
export interface Admission {
  readonly authenticateKey: AuthenticateApiKey
  readonly authenticateSession: AuthenticateSession
  /** One bucket an account over the whole public gateway. */
  readonly admitCall: (principal: GatewayPrincipal) => Promise<RateVerdict>
  /** One bucket a user over the whole account interface. */
  readonly admitUser: (userId: string) => Promise<RateVerdict>
  /** One bucket a client address over all endpoints that need neither key nor session. */
  readonly admitAddress: (clientAddress: string) => Promise<RateVerdict>
  /** One bucket a client address over all endpoints at which people sign in. */
  readonly admitSignIn: (clientAddress: string) => Promise<RateVerdict>
  /** Then one for the account that a sign-in is about, named by its folded e-mail address or its user. */
  readonly admitEmail: (email: string, clientAddress: string) => Promise<RateVerdict>
}

export interface AdmissionDeps extends TakeBothDeps {
  readonly rates: AdmissionRates
  readonly authenticateApiKey: AuthenticateApiKey
  readonly authenticateSession: AuthenticateSession
}

export const admission = ({ rates, authenticateApiKey, authenticateSession, ...deps }: AdmissionDeps): Admission => ({
  authenticateKey: authenticateApiKey,
  authenticateSession,
  admitCall: (principal) => deps.limiter.take(gatewayTake(rates, principal)),
  admitUser: (userId) => deps.limiter.take(userTake(rates, userId)),
  admitAddress: (clientAddress) => deps.limiter.take(publicTake(rates, clientAddress)),
  admitSignIn: (clientAddress) => deps.limiter.take(signInTake(rates, clientAddress)),
  admitEmail: (email, clientAddress) =>
    takeBoth(deps, { email, clientAddress }, emailTakes(rates, email, clientAddress)),
})
