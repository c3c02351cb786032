import type { OneTimeHash } from '../../../domain/identity/one-time-token.ts'

/** Makes one-time tokens of 256 random bits and reads presented ones. */
export interface OneTimeSecrets {
  make(): { readonly token: string; readonly hash: OneTimeHash }
  /** Null for a text that cannot be a token. */
  hash(presented: string): OneTimeHash | null
}
