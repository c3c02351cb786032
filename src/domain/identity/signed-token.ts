import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from './principal.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'
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

/** A JSON Web Key (RFC 7517), as plain members. */
export type Jwk = Readonly<Record<string, unknown>>

/** A key pair that signs access tokens. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly kid: string
  readonly publicJwk: Jwk
  readonly privateJwk: Jwk
  /** The key is published before it signs, so that every verifier has fetched it by then. */
  readonly signsFrom: Date
  /** From this moment the gateway refuses the tokens of the key. Null: no end is set. */
  readonly retiredAt: Date | null
}

const isLive = (key: SigningKey, nowMs: number): boolean => key.retiredAt === null || key.retiredAt.getTime() > nowMs

/** The keys whose tokens the gateway accepts now. */
export const liveSigningKeys = (keys: readonly SigningKey[], nowMs: number): readonly SigningKey[] =>
  keys.filter((key) => isLive(key, nowMs))

/**
 * The key that signs now: the newest live key whose `signsFrom` has passed. Where none has passed, the clock that wrote
 * it was ahead, and the first to come signs: no user could sign in otherwise. Null when there is no live key.
 */
export const signingKeyAt = (keys: readonly SigningKey[], nowMs: number): SigningKey | null => {
  let newest: SigningKey | null = null
  let first: SigningKey | null = null
  for (const key of liveSigningKeys(keys, nowMs)) {
    const began = key.signsFrom.getTime()
    if (began <= nowMs && (newest === null || began > newest.signsFrom.getTime())) newest = key
    if (first === null || began < first.signsFrom.getTime()) first = key
  }
  return newest ?? first
}

/**
 * By then every instance knows the new key, and so does every client that caches the published keys for five minutes.
 */
const LEAD_MS = 10 * MINUTE_MS

/** By then the last token of a key has expired. */
const LAST_TOKEN_MS = (ACCESS_TOKEN_LIFE_SECONDS + 5 * 60) * 1000

/** How long the private key of a retired key stays stored. */
const KEPT_AFTER_RETIREMENT_MS = DAY_MS

interface KeyRotation {
  readonly signsFrom: Date
  /** When the gateway stops accepting the tokens of the older keys. */
  readonly othersRetireAt: Date
  /** Keys retired before this moment are deleted. */
  readonly deleteRetiredBefore: Date
}

/**
 * How a new key takes over. Usually no client notices: the key is published first and signs later, and the gateway
 * accepts the old keys until their last token has expired. With `leaked` the new key signs at once and every token of
 * the old keys becomes invalid.
 */
export const planRotation = (leaked: boolean, nowMs: number): KeyRotation => {
  const signsFromMs = leaked ? nowMs : nowMs + LEAD_MS
  return {
    signsFrom: new Date(signsFromMs),
    othersRetireAt: new Date(leaked ? nowMs : signsFromMs + LAST_TOKEN_MS),
    deleteRetiredBefore: new Date(nowMs - KEPT_AFTER_RETIREMENT_MS),
  }
}
