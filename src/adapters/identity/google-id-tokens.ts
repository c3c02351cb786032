import { createHash } from 'node:crypto'
import { type Either, isRight, left, right } from 'fp-ts/lib/Either.js'
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from '../../application/ports/clock.ts'
import type { IdentityFailure, IdentityProvider, ProviderToken } from '../../application/ports/identity-provider.ts'
import { isCanonicalToken } from '../../domain/identity/compact-token.ts'
import { parseEmail } from '../../domain/identity/email-address.ts'
import type { SingleUse, SocialIdentity } from '../../domain/identity/social-identity.ts'
import { providerName } from './provider-name.ts'
import { isProviderSubject } from './provider-subject.ts'

export interface GoogleIdTokensOptions {
  readonly clientId: string
  readonly issuers: readonly string[]
  readonly jwksUrl: string
  readonly clock: Clock
  readonly timeoutMs?: number
}

const SKEW_SECONDS = 300
/** A token that claims to live longer is not one of Google's. */
const LONGEST_LIFE_SECONDS = 24 * 60 * 60
const TIMEOUT_MS = 5_000
const KEYS_KEPT_MS = 10 * 60 * 1000
/** An unknown key makes us ask for the keys again, but no more often than this. */
const COOLDOWN_MS = 30_000
const MOST_CHARACTERS = 8_192

const INVALID: Either<IdentityFailure, never> = left({ tag: 'invalid_identity_token' })
const UNAVAILABLE: Either<IdentityFailure, never> = left({ tag: 'identity_provider_unavailable' })

/** What says that the token is bad; whatever else fails, fails on the way to the keys. */
const isVerdict = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC'

/** JSON lets a claim be anything, whatever the type of the library says. */
const isSubject = (sub: unknown): sub is string => typeof sub === 'string' && isProviderSubject(sub)

/** Made for us, shown by us (OpenID Connect Core 3.1.3.7: `azp`), and for the sign-in the client began. */
const isForUs = ({ aud, azp, nonce }: JWTPayload, clientId: string, expectedNonce: string | null): boolean =>
  aud === clientId && (azp === undefined || azp === clientId) && (expectedNonce === null || nonce === expectedNonce)

/** Everything up to the signature, which covers it: the same token is known however its signature is spelt. */
const singleUseOf = (token: string, exp: number): SingleUse => ({
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
  const timely = iat <= nowSeconds + SKEW_SECONDS && exp <= nowSeconds + LONGEST_LIFE_SECONDS + SKEW_SECONDS
  if (!isSubject(sub) || !isForUs(payload, clientId, nonce) || !timely) return INVALID
  const displayName = providerName(payload['name'])
  const person = { provider: 'google', subject: sub, displayName, singleUse: singleUseOf(token, exp) } as const
  if (address === undefined || address === '') return right({ ...person, email: null, emailVouched: false })
  const email = typeof address === 'string' ? parseEmail(address) : INVALID
  // Google writes a boolean; some of its older tokens carried the word.
  if (!isRight(email) || (verified !== true && verified !== 'true')) return INVALID
  return right({ ...person, email: email.right, emailVouched: true })
}

const namesKey = (token: string): boolean => {
  try {
    return typeof decodeProtectedHeader(token).kid === 'string'
  } catch {
    return false
  }
}

/** Reads Google's ID tokens. Algorithm, issuer and audience are pinned: a token cannot choose how it is verified. */
export const googleIdTokens = (options: GoogleIdTokensOptions): IdentityProvider => {
  const { clientId, issuers, jwksUrl, clock, timeoutMs = TIMEOUT_MS } = options
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: KEYS_KEPT_MS,
    cooldownDuration: COOLDOWN_MS,
  })
  return {
    identify: async (presented) => {
      const { token } = presented
      if (token.length > MOST_CHARACTERS || !isCanonicalToken(token) || !namesKey(token)) return INVALID
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
        return isVerdict(error) ? INVALID : UNAVAILABLE
      }
    },
  }
}
