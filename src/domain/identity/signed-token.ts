import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from './principal.ts'
import { sessionEnd } from './session.ts'
import type { Session } from './session.ts'

/** The last characters that leave no bit unused, by the remainder of the part's length divided by four. */
const LAST: Readonly<Record<number, RegExp>> = { 0: /^[\w-]$/, 2: /^[AQgw]$/, 3: /^[AEIMQUYcgkosw048]$/ }

/** Base64url has several spellings of the same bytes unless the unused bits of the last character are zero. */
const isCanonicalPart = (part: string): boolean =>
  /^[\w-]+$/.test(part) && (LAST[part.length % 4]?.test(part.slice(-1)) ?? false)

/**
 * Whether a signed token (RFC 7515, compact form) is spelt as its signer spells it. Otherwise a client could present
 * one token in several spellings, and each would count as another token.
 */
export const isCanonicalToken = (token: string): boolean => {
  const parts = token.split('.', 4)
  return parts.length === 3 && parts.every(isCanonicalPart)
}

/** Seconds for which an access token is valid. */
export const ACCESS_TOKEN_LIFE_SECONDS = 15 * 60

/** The claims of an access token, without its issuer and its audience. Times are in Unix time. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
}

/** The claims of a token issued at `nowMs`. The token never outlives its session. */
export const accessClaims = (session: Pick<Session, 'id' | 'userId' | 'createdAt'>, nowMs: number): AccessClaims => {
  const issuedAtSeconds = Math.floor(nowMs / 1000)
  const sessionEndSeconds = Math.floor(sessionEnd(session) / 1000)
  return {
    userId: session.userId,
    sessionId: session.id,
    issuedAtSeconds,
    expiresAtSeconds: Math.min(issuedAtSeconds + ACCESS_TOKEN_LIFE_SECONDS, sessionEndSeconds),
  }
}

/** A session that was open when the database was last asked about it. */
export interface KnownSession {
  readonly userId: string
  /** Milliseconds since the epoch. */
  readonly endsAtMs: number
  readonly isOperator: boolean
}

export type Unauthenticated = { readonly tag: 'unauthenticated' }

/** Admits the bearer of a verified token whose session is still open. */
export const admitBearer = (
  claims: AccessClaims,
  session: KnownSession | null,
  nowMs: number,
): Either<Unauthenticated, SessionPrincipal> =>
  session !== null && session.userId === claims.userId && nowMs < session.endsAtMs
    ? right({ userId: claims.userId, sessionId: claims.sessionId, isOperator: session.isOperator })
    : left({ tag: 'unauthenticated' })
