import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import type { TokenTake } from '../../../domain/limits/token-limit.ts'

/**
 * Counts the tokens of operations in a sliding window. The tokens that a bucket accepted within the last `windowMs` are
 * never more than `limit`; refused ones are not counted. Never rejects because a shared counter is unreachable.
 */
export interface TokenLimiter {
  take(take: TokenTake): Promise<RateVerdict>
  /**
   * Puts another count in the place of what the operation took, at the time at which it took it. Does nothing where
   * that has left the window. A correction may be lost: then the estimate stays until it leaves the window.
   */
  correct(take: TokenTake): Promise<void>
}
