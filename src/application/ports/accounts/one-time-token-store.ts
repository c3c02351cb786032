import type { OneTimeHash, OneTimePurpose, OneTimeToken } from '../../../domain/identity/one-time-token.ts'

export interface OneTimeTokenStore {
  add(token: OneTimeToken): Promise<void>
  /** The user of the token. Null after it was used, voided or has expired. */
  find(hash: OneTimeHash, purpose: OneTimePurpose, at: Date): Promise<{ readonly userId: string } | null>
  /** Uses the token. True for exactly one of any number of concurrent calls. */
  take(hash: OneTimeHash, purpose: OneTimePurpose, at: Date): Promise<boolean>
  /** Deletes a token that was never sent. */
  remove(hash: OneTimeHash): Promise<void>
  /** Voids the user's tokens: of one purpose or of all. */
  voidAllOf(userId: string, purpose: OneTimePurpose | null): Promise<void>
  /** Voids the user's tokens of one purpose except the `most` that expire last. */
  keepNewest(userId: string, purpose: OneTimePurpose, most: number): Promise<void>
  /** Deletes at most `limit` tokens that expired before the moment. Returns their number. */
  prune(expiredBefore: Date, limit: number): Promise<number>
}
