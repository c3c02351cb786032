import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from './principal.ts'
import { type Session, sessionEnd } from './session.ts'

/** Seconds an access token is good for. */
export const ACCESS_TOKEN_LIFE_SECONDS = 15 * 60

/** What an access token says, apart from who made it and for whom. Times are Unix seconds. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The claims of a token given out now; it never outlives its session. */
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

/** A session that counts, as far as the database knew when it was asked. */
export interface KnownSession {
  readonly userId: string
  /** Milliseconds since the epoch. */
  readonly endsAtMs: number
}

export type Unauthenticated = { readonly tag: 'unauthenticated' }

/** Admits the bearer of a verified token whose session still counts. */
export const admitBearer = (
  claims: AccessClaims,
  session: KnownSession | null,
  nowMs: number,
): Either<Unauthenticated, SessionPrincipal> =>
  session !== null && session.userId === claims.userId && nowMs < session.endsAtMs
    ? right({ userId: claims.userId, sessionId: claims.sessionId })
    : left({ tag: 'unauthenticated' })
