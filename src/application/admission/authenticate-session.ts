import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { admitBearer } from '../../domain/identity/signed-token.ts'
import type { Unauthenticated } from '../../domain/identity/signed-token.ts'
import type { SessionPrincipal } from '../../domain/identity/principal.ts'
import type { AccessTokens } from '../ports/accounts/access-tokens.ts'
import type { SessionLookup } from '../ports/accounts/session-lookup.ts'
import type { Clock } from '../ports/process/clock.ts'

interface AuthenticateSessionDeps {
  readonly accessTokens: Pick<AccessTokens, 'verify'>
  readonly sessions: SessionLookup
  readonly clock: Clock
}

export type AuthenticateSession = (accessToken: string) => Promise<Either<Unauthenticated, SessionPrincipal>>

/** Admits a caller whose token is valid and whose session has not ended since the token was issued. */
export const authenticateSession =
  (deps: AuthenticateSessionDeps): AuthenticateSession =>
  async (accessToken) => {
    const claims = await deps.accessTokens.verify(accessToken)
    if (claims === null) return left({ tag: 'unauthenticated' })
    return admitBearer(claims, await deps.sessions.find(claims.sessionId), deps.clock.now())
  }
