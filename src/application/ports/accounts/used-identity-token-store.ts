import type { FirstUse } from '../../../domain/identity/social-identity.ts'

export interface TokenUse {
  /** SHA-256 of the part that the provider signed, in hexadecimal. */
  readonly hash: string
  /** When the token expires. After that its use need not stay stored. */
  readonly expiresAt: Date
  readonly userId: string
  readonly at: Date
}

/** Tokens of providers that have already signed a user in. */
export interface UsedIdentityTokenStore {
  /**
   * Notes the use unless there was one before, and returns the first use. Waits for a concurrent note of the same
   * token.
   */
  firstUse(use: TokenUse): Promise<FirstUse>
  /** Deletes at most `limit` tokens that expired before the moment. Returns their number. */
  prune(expiredBefore: Date, limit: number): Promise<number>
}
