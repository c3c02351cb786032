import type { KnownKey } from '../../../domain/api-keys/api-key.ts'
import type { NowOrLater } from '../../now-or-later.ts'

/** Finds the owner of an API key at every request of the public gateway. */
export interface ApiKeyLookup {
  /**
   * By SHA-256 in hexadecimal. Null when the key is unknown or deleted, or its user is deactivated. May be as old as
   * its cache.
   */
  find(keyHash: string): Promise<KnownKey | null>
}

/** A look-up with a cache: what it has is known now. */
export interface CachedApiKeyLookup {
  find(keyHash: string): NowOrLater<KnownKey | null>
  /**
   * Whether the look-up of the key needs no guess: the last look-up found it, or the cache has it as unknown, which
   * costs no query.
   */
  isCached(keyHash: string): boolean
}
