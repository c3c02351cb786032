import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import type { RefreshTokens } from '../../application/ports/accounts/refresh-tokens.ts'
import type { SessionSecret, SessionSecretStore } from '../../application/ports/secrets/session-secret-store.ts'
import { sha256 } from './sha256.ts'

/** Names the session; shared by all its tokens, and random itself, so only who held one of them can show it. */
const FAMILY_BYTES = 16
/** The part that changes: 256 bits. */
const SECRET_BYTES = 32
/** Both parts in base64url: 48 bytes make 64 characters without padding. */
const SHAPE = /^[A-Za-z0-9_-]{64}$/

interface HmacRefreshTokensDeps {
  readonly secrets: SessionSecretStore
  readonly ids: IdGenerator
  readonly clock: Clock
}

/**
 * Refresh tokens that form a chain: each is the HMAC of the one before under a secret of the installation. The
 * secret stands in the database, where every instance finds it; without a token of the chain it derives nothing,
 * and the database holds tokens only as hashes.
 */
export const hmacRefreshTokens = async (deps: HmacRefreshTokensDeps): Promise<RefreshTokens> => {
  const known = new Map<string, SessionSecret>()
  const newest = await deps.secrets.newestOrCreate({
    id: deps.ids.next(),
    secret: randomBytes(32),
    createdAt: new Date(deps.clock.now()),
  })
  known.set(newest.id, newest)

  const secretOf = async (id: string): Promise<Uint8Array> => {
    const secret = known.get(id) ?? (await deps.secrets.find(id))
    if (secret === null) throw new Error(`no session secret ${id}`)
    known.set(id, secret)
    return secret.secret
  }

  const familyOf = (token: string): Buffer => Buffer.from(token, 'base64url').subarray(0, FAMILY_BYTES)

  return {
    first: async () => {
      const family = randomBytes(FAMILY_BYTES)
      const token = Buffer.concat([family, randomBytes(SECRET_BYTES)]).toString('base64url')
      return { token, hash: sha256(token), familyHash: sha256(family), secretId: newest.id }
    },
    read: (presented) =>
      SHAPE.test(presented) ? { hash: sha256(presented), familyHash: sha256(familyOf(presented)) } : null,
    successorOf: async (presented, secretId) => {
      const derived = createHmac('sha256', await secretOf(secretId))
        .update(presented)
        .digest()
      const token = Buffer.concat([familyOf(presented), derived]).toString('base64url')
      return { token, hash: sha256(token) }
    },
  }
}
