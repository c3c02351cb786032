import { randomBytes } from 'node:crypto'
import type { ApiKeySecrets } from '../../application/ports/accounts/api-key-secrets.ts'
import { SECRET_BYTES, encodeKey } from '../../domain/api-keys/api-key.ts'
import { rotatingMap } from '../../domain/rotating-map.ts'
import { sha256 } from './sha256.ts'

const MOST_CACHED = 1_000
const LIFE_MS = 60_000

/**
 * The same hash, which is not computed anew for keys that call again and again. The keys of the calls that were made
 * last are in memory anyway; one that makes no call for two minutes is evicted with the next call of another.
 */
const cached = (hash: (key: string) => string): ((key: string) => string) => {
  const hashes = rotatingMap<string>(MOST_CACHED)
  return (key) => {
    hashes.rotate(performance.now(), LIFE_MS)
    const known = hashes.get(key)
    if (known !== undefined) return known
    const made = hash(key)
    hashes.set(key, made)
    return made
  }
}

/** Each has a cache of its own. */
export const randomApiKeys = (): ApiKeySecrets => ({
  make: () => encodeKey(randomBytes(SECRET_BYTES)),
  hash: cached(sha256),
})
