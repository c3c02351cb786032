import { errors, jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import type { AccessTokens } from '../../application/ports/accounts/access-tokens.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import { ACCESS_TOKEN_LIFE_SECONDS, isCanonicalToken } from '../../domain/identity/signed-token.ts'
import type { AccessClaims } from '../../domain/identity/signed-token.ts'
import { ALGORITHM } from './ed25519-signing-keys.ts'
import type { KeyRing } from './key-ring.ts'

/** RFC 9068: keeps tokens of other kinds from being taken for access tokens. */
const TYPE = 'at+jwt'

/** Clocks of two instances may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 5

/** A genuine token has about 500 characters. */
const MAX_CHARACTERS = 4_096

interface JwtAccessTokensDeps {
  readonly ring: KeyRing
  readonly ids: IdGenerator
  readonly clock: Clock
  readonly issuer: string
  readonly audience: string
}

/** This service makes no token with a longer life than its own tokens have, so such a token is refused. */
const claimsOf = ({ sub, sid, iat, exp }: JWTPayload): AccessClaims | null =>
  typeof sub === 'string' &&
  typeof sid === 'string' &&
  iat !== undefined &&
  exp !== undefined &&
  exp - iat <= ACCESS_TOKEN_LIFE_SECONDS
    ? { userId: sub, sessionId: sid, issuedAt: iat, expiresAt: exp }
    : null

/** Signed JWTs. Algorithm, issuer, audience and type are pinned; a token cannot choose how it is verified. */
export const jwtAccessTokens = (deps: JwtAccessTokensDeps): AccessTokens => {
  const keyNamed = async (kid: string | undefined) => {
    const key = kid === undefined ? null : await deps.ring.verifying(kid)
    if (key === null) throw new errors.JWKSNoMatchingKey()
    return key
  }
  return {
    issue: async (claims) => {
      const { kid, key } = await deps.ring.signing()
      return new SignJWT({ sid: claims.sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
        .setSubject(claims.userId)
        .setIssuer(deps.issuer)
        .setAudience(deps.audience)
        .setIssuedAt(claims.issuedAt)
        .setExpirationTime(claims.expiresAt)
        .setJti(deps.ids.next())
        .sign(key)
    },
    verify: async (token) => {
      if (token.length > MAX_CHARACTERS || !isCanonicalToken(token)) return null
      try {
        const { payload } = await jwtVerify(token, (header) => keyNamed(header.kid), {
          algorithms: [ALGORITHM],
          issuer: deps.issuer,
          audience: deps.audience,
          typ: TYPE,
          currentDate: new Date(deps.clock.now()),
          maxTokenAge: ACCESS_TOKEN_LIFE_SECONDS,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['sub', 'sid', 'iat', 'exp', 'jti'],
        })
        return claimsOf(payload)
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
    publicKeys: async () =>
      (await deps.ring.live()).map((key) => ({ ...key.publicJwk, kid: key.kid, alg: ALGORITHM, use: 'sig' })),
  }
}
