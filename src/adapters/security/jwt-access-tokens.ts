import { errors, jwtVerify, type JWTPayload, SignJWT } from 'jose'
import type { AccessTokens } from '../../application/ports/access-tokens.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { Ids } from '../../application/ports/ids.ts'
import { ACCESS_TOKEN_LIFE_SECONDS, type AccessClaims } from '../../domain/identity/access-token.ts'
import { isCanonicalToken } from '../../domain/identity/compact-token.ts'
import { ALGORITHM } from './ed25519-signing-keys.ts'
import type { KeyRing } from './key-ring.ts'

/** RFC 9068: keeps tokens of other kinds from being taken for access tokens. */
const TYPE = 'at+jwt'

/** Clocks of two instances may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 5

/** A genuine token has about 500 characters. */
const MOST_CHARACTERS = 4_096

export interface JwtAccessTokensDeps {
  readonly ring: KeyRing
  readonly ids: Ids
  readonly clock: Clock
  readonly issuer: string
  readonly audience: string
}

/** A token that promises itself a longer life than any of ours was not made here, whoever's key signed it. */
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
      if (token.length > MOST_CHARACTERS || !isCanonicalToken(token)) return null
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
