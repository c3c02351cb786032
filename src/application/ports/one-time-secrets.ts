import type { OneTimeHash } from '../../domain/identity/one-time-token.ts'

/** Makes one-time tokens of 256 random bits and reads presented ones. */
export interface OneTimeSecrets {
  make(): { readonly token: string; readonly hash: OneTimeHash }
  /** Null for what could not be a token at all. */
  hash(presented: string): OneTimeHash | null
}
