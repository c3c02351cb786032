import { createHash } from 'node:crypto'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Got } from 'got'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { FetchImplementation, JWTPayload } from 'jose'
import type { Clock } from '../../application/ports/process/clock.ts'
import type {
  IdentityFailure,
  IdentityProvider,
  ProviderToken,
} from '../../application/ports/accounts/identity-provider.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'
import { isCanonicalToken } from '../../domain/identity/signed-token.ts'
import { parseEmail } from '../../domain/identity/email-address.ts'
import type { SingleUseToken, SocialIdentity } from '../../domain/identity/social-identity.ts'
import { cleanDisplayName, isProviderSubject } from './person-fields.ts'

interface GoogleIdTokensOptions {
  readonly http: Got
  readonly clientId: string
  readonly issuers: readonly string[]
  readonly jwksUrl: string
  readonly clock: Clock
  readonly timeoutMs?: number
}

const SKEW_SECONDS = 300
/** Google makes no token that lives longer. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60
const TIMEOUT_MS = 5_000
const JWKS_CACHE_MS = 10 * MINUTE_MS
/** An unknown key makes the adapter fetch the keys again, but no more often than this. */
const COOLDOWN_MS = 30_000
const MAX_CHARACTERS = 8_192

const INVALID: Either<IdentityFailure, never> = left({ tag: 'invalid_identity_token' })
const UNAVAILABLE: Either<IdentityFailure, never> = left({ tag: 'identity_provider_unavailable' })

/** The library's errors about the token itself. Every other error comes from fetching the keys. */
const isTokenError = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC'

/** A claim can be any JSON value, although the library's type is narrower. */
const isSubject = (sub: unknown): sub is string => typeof sub === 'string' && isProviderSubject(sub)

/** Issued to this service (OpenID Connect Core 3.1.3.7: `azp`) and for the sign-in that the client began. */
const isIssuedForClient = ({ aud, azp, nonce }: JWTPayload, clientId: string, expectedNonce: string | null): boolean =>
  aud === clientId && (azp === undefined || azp === clientId) && (expectedNonce === null || nonce === expectedNonce)

/** The part that the signature covers. It is the same for every spelling of the signature. */
const singleUseOf = (token: string, exp: number): SingleUseToken => ({
  hash: createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex'),
  expiresAt: new Date((exp + SKEW_SECONDS) * 1000),
})

const identityOf = (
  payload: JWTPayload,
  { token, nonce }: ProviderToken,
  clientId: string,
  nowMs: number,
): Either<IdentityFailure, SocialIdentity> => {
  const { iat = 0, exp = 0, email: address, email_verified: verified } = payload
  const sub: unknown = payload.sub
  const nowSeconds = nowMs / 1000
  const isTimely = iat <= nowSeconds + SKEW_SECONDS && exp <= nowSeconds + MAX_LIFETIME_SECONDS + SKEW_SECONDS
  if (!isSubject(sub) || !isIssuedForClient(payload, clientId, nonce) || !isTimely) return INVALID
  const displayName = cleanDisplayName(payload['name'])
  const person = { provider: 'google', subject: sub, displayName, singleUse: singleUseOf(token, exp) } as const
  if (address === undefined || address === '') return right({ ...person, email: null, emailVouched: false })
  const email = typeof address === 'string' ? parseEmail(address) : INVALID
  // Google writes a boolean. Some of its older tokens have the text `true`.
  if (!isRight(email) || (verified !== true && verified !== 'true')) return INVALID
  return right({ ...person, email: email.right, emailVouched: true })
}

const hasKeyId = (token: string): boolean => {
  try {
    return typeof decodeProtectedHeader(token).kid === 'string'
  } catch {
    return false
  }
}

/** The library would read an answer of any length. */
const keysOver =
  (http: Got): FetchImplementation =>
  async (url, { headers, signal }) => {
    const { statusCode: status, body } = await http(url, { headers: Object.fromEntries(headers), signal })
    return new Response(body, { status })
  }

/** Reads Google's ID tokens. Algorithm, issuer and audience are pinned: a token cannot choose how it is verified. */
export const googleIdTokens = (options: GoogleIdTokensOptions): IdentityProvider => {
  const { http, clientId, issuers, jwksUrl, clock, timeoutMs = TIMEOUT_MS } = options
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: JWKS_CACHE_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: keysOver(http),
  })
  return {
    identify: async (presented) => {
      const { token } = presented
      if (token.length > MAX_CHARACTERS || !isCanonicalToken(token) || !hasKeyId(token)) return INVALID
      const nowMs = clock.now()
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          issuer: [...issuers],
          audience: clientId,
          clockTolerance: SKEW_SECONDS,
          currentDate: new Date(nowMs),
          requiredClaims: ['sub', 'iat', 'exp'],
        })
        return identityOf(payload, presented, clientId, nowMs)
      } catch (error) {
        return isTokenError(error) ? INVALID : UNAVAILABLE
      }
    },
  }
}
