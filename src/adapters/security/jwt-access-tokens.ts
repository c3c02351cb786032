import { errors, importJWK, jwtVerify, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import type { AccessTokens } from '../../application/ports/accounts/access-tokens.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import type { SigningKeyStore } from '../../application/ports/secrets/signing-key-store.ts'
import { ACCESS_TOKEN_LIFE_SECONDS, isCanonicalToken } from '../../domain/identity/signed-token.ts'
import type { AccessClaims } from '../../domain/identity/signed-token.ts'
import { liveSigningKeys, signingKeyAt } from '../../domain/identity/signing-key.ts'
import type { SigningKey } from '../../domain/identity/signing-key.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'
import { ALGORITHM, ed25519SigningKeys } from './ed25519-signing-keys.ts'

/** Keys another instance added or retired are known after this long at the latest. */
const REFRESH_MS = MINUTE_MS

/** A token that names an unknown key makes the ring look again, but no more often than this. */
const MIN_REFRESH_INTERVAL_MS = 5_000

export interface KeyRing {
  /** The key that signs now. */
  signing(): Promise<{ readonly kid: string; readonly key: CryptoKey }>
  /** The public key of a live key pair, null for any other name. */
  verifying(kid: string): Promise<CryptoKey | null>
  live(): Promise<readonly SigningKey[]>
  /** Looks at once, for a process that changed the keys itself. */
  refresh(): Promise<void>
}

interface KeyRingDeps {
  readonly keys: SigningKeyStore
  readonly clock: Clock
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
}

const importKey = async (jwk: SigningKey['publicJwk']): Promise<CryptoKey> => {
  const key = await importJWK({ ...jwk }, ALGORITHM)
  if (key instanceof Uint8Array) throw new Error('a signing key is not an asymmetric key')
  return key
}

/** The installation's signing keys, imported once and looked up again when they may have changed. */
export const openKeyRing = async ({ keys, clock, monotonicMs }: KeyRingDeps): Promise<KeyRing> => {
  const imported = new Map<string, Promise<CryptoKey>>()
  let all = await keys.listOrCreate(await ed25519SigningKeys.make(new Date(clock.now())))
  let refreshedAtMs = monotonicMs()
  let look: Promise<void> | null = null

  const refreshNow = (): Promise<void> => {
    refreshedAtMs = monotonicMs()
    look ??= keys
      .list()
      .then((found) => void (all = found))
      // The keys known so far stay good; the next look comes in its time.
      .catch(() => undefined)
      .finally(() => void (look = null))
    return look
  }

  const freshKeys = async (): Promise<readonly SigningKey[]> => {
    if (monotonicMs() - refreshedAtMs >= REFRESH_MS) await refreshNow()
    return liveSigningKeys(all, clock.now())
  }

  const importOnce = (name: string, jwk: SigningKey['publicJwk']): Promise<CryptoKey> => {
    const known = imported.get(name)
    if (known !== undefined) return known
    const key = importKey(jwk)
    imported.set(name, key)
    return key
  }

  return {
    live: freshKeys,
    refresh: refreshNow,
    signing: async () => {
      const nowMs = clock.now()
      const key = signingKeyAt(await freshKeys(), nowMs)
      if (key === null) throw new Error('no key may sign access tokens now')
      return { kid: key.kid, key: await importOnce(`${key.kid} private`, key.privateJwk) }
    },
    verifying: async (kid) => {
      const isKid = (key: SigningKey): boolean => key.kid === kid
      let key = (await freshKeys()).find(isKid)
      if (key === undefined && monotonicMs() - refreshedAtMs >= MIN_REFRESH_INTERVAL_MS) {
        await refreshNow()
        key = (await freshKeys()).find(isKid)
      }
      return key === undefined ? null : importOnce(kid, key.publicJwk)
    },
  }
}

/** RFC 9068: keeps tokens of other kinds from being taken for access tokens. */
const TYPE = 'at+jwt'

/** For so long after its end a token is taken: clocks of two instances always differ a little. */
const CLOCK_TOLERANCE_SECONDS = 5

/**
 * A token may come from so far in the future: refused by the others, its user would have to sign in again and again for
 * as long as one instance has a wrong clock. How long it lives is bounded by its own two times.
 */
const MAX_AHEAD_SECONDS = 10 * 60

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
const claimsOf = ({ sub, sid, iat, exp }: JWTPayload, nowMs: number): AccessClaims | null =>
  typeof sub === 'string' &&
  typeof sid === 'string' &&
  iat !== undefined &&
  exp !== undefined &&
  exp - iat <= ACCESS_TOKEN_LIFE_SECONDS &&
  iat - nowMs / 1000 <= MAX_AHEAD_SECONDS
    ? { userId: sub, sessionId: sid, issuedAtSeconds: iat, expiresAtSeconds: exp }
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
        .setIssuedAt(claims.issuedAtSeconds)
        .setExpirationTime(claims.expiresAtSeconds)
        .setJti(deps.ids.next())
        .sign(key)
    },
    verify: async (token) => {
      if (token.length > MAX_CHARACTERS || !isCanonicalToken(token)) return null
      const nowMs = deps.clock.now()
      try {
        const { payload } = await jwtVerify(token, (header) => keyNamed(header.kid), {
          algorithms: [ALGORITHM],
          issuer: deps.issuer,
          audience: deps.audience,
          typ: TYPE,
          currentDate: new Date(nowMs),
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['sub', 'sid', 'iat', 'exp', 'jti'],
        })
        return claimsOf(payload, nowMs)
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
    publicKeys: async () =>
      (await deps.ring.live()).map((key) => ({ ...key.publicJwk, kid: key.kid, alg: ALGORITHM, use: 'sig' })),
  }
}
