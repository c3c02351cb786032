import type { OneTimeHash, OneTimePurpose, OneTimeToken } from '../../domain/identity/one-time-token.ts'

export interface OneTimeTokenStore {
  add(token: OneTimeToken): Promise<void>
  /** Whose token it is; null once it was used, voided or expired. */
  find(hash: OneTimeHash, purpose: OneTimePurpose, at: Date): Promise<{ readonly userId: string } | null>
  /** Uses it up. True for exactly one of any number of concurrent calls. */
  take(hash: OneTimeHash, purpose: OneTimePurpose, at: Date): Promise<boolean>
  /** As if it had never been made. */
  remove(hash: OneTimeHash): Promise<void>
  /** Voids the user's tokens: of one purpose or of all. */
  voidAllOf(userId: string, purpose: OneTimePurpose | null): Promise<void>
  /** Voids the user's tokens of one purpose but for the `most` that expire last. */
  keepNewest(userId: string, purpose: OneTimePurpose, most: number): Promise<void>
  /** Deletes at most `limit` tokens that expired before the moment; answers how many. */
  prune(expiredBefore: Date, limit: number): Promise<number>
}
