import type { KnownKey } from '../../domain/api-keys/api-key.ts'

/** Answers at every request of the public gateway whose a key is. */
export interface ApiKeyLookup {
  /** By SHA-256 in hexadecimal. Null when unknown or deleted, or its user deactivated. May be as old as its cache. */
  find(keyHash: string): Promise<KnownKey | null>
}

/** A look-up that remembers. */
export interface FamiliarKeyLookup extends ApiKeyLookup {
  /**
   * Whether looking the key up is no guess: it was good when it was last looked at, or is remembered as unknown,
   * which costs no query.
   */
  isFamiliar(keyHash: string): boolean
}
