import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from './principal.ts'
import { sessionEnd } from './session.ts'
import type { Session } from './session.ts'

/** Seconds for which an access token is valid. */
export const ACCESS_TOKEN_LIFE_SECONDS = 15 * 60

/** The claims of an access token, without its issuer and its audience. Times are Unix seconds. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The claims of a token issued at `nowMs`. The token never outlives its session. */
export const accessClaims = (session: Pick<Session, 'id' | 'userId' | 'createdAt'>, nowMs: number): AccessClaims => {
  const issuedAt = Math.floor(nowMs / 1000)
  const sessionEndSeconds = Math.floor(sessionEnd(session) / 1000)
  return {
    userId: session.userId,
    sessionId: session.id,
    issuedAt,
    expiresAt: Math.min(issuedAt + ACCESS_TOKEN_LIFE_SECONDS, sessionEndSeconds),
  }
}

/** A session that was open when the database was last asked about it. */
export interface KnownSession {
  readonly userId: string
  /** Milliseconds since the epoch. */
  readonly endsAtMs: number
}

export type Unauthenticated = { readonly tag: 'unauthenticated' }

/** Admits the bearer of a verified token whose session is still open. */
export const admitBearer = (
  claims: AccessClaims,
  session: KnownSession | null,
  nowMs: number,
): Either<Unauthenticated, SessionPrincipal> =>
  session !== null && session.userId === claims.userId && nowMs < session.endsAtMs
    ? right({ userId: claims.userId, sessionId: claims.sessionId })
    : left({ tag: 'unauthenticated' })
