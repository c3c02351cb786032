import { randomBytes } from 'node:crypto'
import type { ApiKeySecrets } from '../../application/ports/accounts/api-key-secrets.ts'
import { SECRET_BYTES, encodeKey } from '../../domain/api-keys/api-key.ts'
import { sha256 } from './sha256.ts'

/** Twice so many keys are kept at most: those that called last. */
const MOST_YOUNG = 500

/**
 * The same hash, which is not computed anew for keys that call again and again. The keys of the calls that were made
 * last are in memory anyway.
 */
const cached = (hash: (key: string) => string): ((key: string) => string) => {
  let young = new Map<string, string>()
  let old = new Map<string, string>()
  return (key) => {
    const known = young.get(key)
    if (known !== undefined) return known
    const found = old.get(key) ?? hash(key)
    if (young.size >= MOST_YOUNG) {
      old = young
      young = new Map()
    }
    young.set(key, found)
    return found
  }
}

/** Each has a cache of its own. */
export const randomApiKeys = (): ApiKeySecrets => ({
  make: () => encodeKey(randomBytes(SECRET_BYTES)),
  hash: cached(sha256),
})
