import type { Either } from 'fp-ts/lib/Either.js'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { GatewayPrincipal, SessionPrincipal } from '../../domain/identity/principal.ts'

/** Everything that stands between the socket and an endpoint, as functions. */
export interface Doorkeepers {
  readonly authenticateKey: (
    presented: string,
  ) => Promise<Either<{ readonly tag: 'invalid_api_key' }, GatewayPrincipal>>
  readonly authenticateSession: (
    accessToken: string,
  ) => Promise<Either<{ readonly tag: 'unauthenticated' }, SessionPrincipal>>
  /** One bucket an account over the whole public gateway (contract 3). */
  readonly admitCall: (principal: GatewayPrincipal) => Promise<RateVerdict>
  /** Sign-in endpoints: per client address, then per e-mail address. */
  readonly admitAddress: (clientAddress: string) => Promise<RateVerdict>
  readonly admitEmail: (email: string) => Promise<RateVerdict>
}
