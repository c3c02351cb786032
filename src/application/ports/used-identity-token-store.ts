import type { FirstUse } from '../../domain/identity/social-identity.ts'

export interface TokenUse {
  /** SHA-256 of what the provider signed, in hexadecimal. */
  readonly hash: string
  /** When the token itself is over, and need not be remembered any longer. */
  readonly expiresAt: Date
  readonly userId: string
  readonly at: Date
}

/** Tokens of providers that have let a user in already. */
export interface UsedIdentityTokenStore {
  /** Notes the use unless there was one before, and answers the first. Waits for one that is being written. */
  firstUse(use: TokenUse): Promise<FirstUse>
  /** Deletes at most `limit` tokens that were over before the moment; answers how many. */
  prune(expiredBefore: Date, limit: number): Promise<number>
}
