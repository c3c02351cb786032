import type { GatewayPrincipal } from '../identity/principal.ts'
import { MINUTE_MS } from '../time-units.ts'
import { acceptance, refusal } from './rate-limit.ts'
import type { RateLimit, RateVerdict } from './rate-limit.ts'

/** The tokens that one operation takes from the limit of its key. */
export interface TokenTake extends Omit<RateLimit, 'narrower'> {
  /** The operation. A second take with the same id replaces the first. */
  readonly operationId: string
  /** 1 to `limit`, and in a correction any count. */
  readonly tokens: number
}

/** An operation that took tokens within the window. */
export interface TokenEntry {
  readonly atMs: number
  readonly tokens: number
}

/** What is inside the window when a call asks, without what the same operation took before. */
interface TakenTokens {
  readonly tokens: number
  /** Oldest first. */
  readonly entries: Iterable<TokenEntry>
  readonly newestMs: number
}

/**
 * The sliding window of tokens: a call is accepted if its tokens fit beside those of the last `windowMs`. A refused one
 * fits as soon as enough of the oldest entries have left.
 */
export const decideTokens = (take: TokenTake, taken: TakenTokens, nowMs: number): RateVerdict => {
  const inside = taken.tokens + take.tokens
  if (inside <= take.limit) return acceptance(take, inside)
  let excess = inside - take.limit
  let freeAtMs = taken.newestMs
  for (const { atMs, tokens } of taken.entries) {
    excess -= tokens
    if (excess <= 0) {
      freeAtMs = atMs
      break
    }
  }
  const untilFree = (atMs: number): number => atMs + take.windowMs - nowMs
  return refusedTokens(take, {
    inside: taken.tokens,
    freeInMs: untilFree(freeAtMs),
    resetMs: untilFree(taken.newestMs),
  })
}

interface TokenRefusal {
  readonly inside: number
  readonly freeInMs: number
  readonly resetMs: number
}

/** The verdict on a call that does not fit: unlike the rule for requests, something may be left for a smaller one. */
export const refusedTokens = (take: TokenTake, { inside, freeInMs, resetMs }: TokenRefusal): RateVerdict => ({
  ...refusal(take, freeInMs, resetMs),
  remaining: Math.max(0, take.limit - inside),
})

const WINDOW_MS = MINUTE_MS

/**
 * The tokens that an operation takes of its key's limit a minute; null if the key has no such limit. An operation never
 * takes more than the limit, so a call that is larger than it runs if no other call uses tokens.
 */
export const tokenTake = (
  { keyId, tokensPerMinute: limit }: Pick<GatewayPrincipal, 'keyId' | 'tokensPerMinute'>,
  operationId: string,
  estimate: number,
): TokenTake | null =>
  limit === null
    ? null
    : { bucket: `key:${keyId}`, limit, windowMs: WINDOW_MS, operationId, tokens: Math.min(limit, Math.ceil(estimate)) }
