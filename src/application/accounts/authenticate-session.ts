import { type Either, left } from 'fp-ts/lib/Either.js'
import { admitBearer, type Unauthenticated } from '../../domain/identity/access-token.ts'
import type { SessionPrincipal } from '../../domain/identity/principal.ts'
import type { AccessTokens } from '../ports/access-tokens.ts'
import type { Clock } from '../ports/clock.ts'
import type { SessionLookup } from '../ports/session-lookup.ts'

export interface AuthenticateSessionDeps {
  readonly accessTokens: Pick<AccessTokens, 'verify'>
  readonly sessions: SessionLookup
  readonly clock: Clock
}

export type AuthenticateSession = (accessToken: string) => Promise<Either<Unauthenticated, SessionPrincipal>>

/** Admits a caller whose token is good and whose session was not ended since it was issued. */
export const authenticateSession =
  (deps: AuthenticateSessionDeps): AuthenticateSession =>
  async (accessToken) => {
    const claims = await deps.accessTokens.verify(accessToken)
    if (claims === null) return left({ tag: 'unauthenticated' })
    return admitBearer(claims, await deps.sessions.find(claims.sessionId), deps.clock.now())
  }
