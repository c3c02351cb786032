import type { TokenLimiter } from '../../application/ports/process/token-limiter.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import { decideTokens } from '../../domain/limits/token-limit.ts'
import type { TokenEntry, TokenTake } from '../../domain/limits/token-limit.ts'
import { rotatingMap } from '../../domain/rotating-map.ts'

/** A Map keeps its entries in the order in which they were put in, here that of their times. */
interface TokenBucket {
  readonly entries: Map<string, TokenEntry>
  tokens: number
  newestMs: number
}

export interface MemoryTokenLimiter extends TokenLimiter {
  /** The verdict of a `take` at this moment. It counts nothing. */
  peek(take: TokenTake): RateVerdict
  /** Counts what another counter accepted. */
  note(take: TokenTake): void
  /** Buckets in memory, for tests. */
  size(): number
}

interface MemoryTokenLimiterOptions {
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs?: () => number
  /** Above this many buckets the limiter evicts those used longest ago, even if they still count. */
  readonly maxBuckets?: number
}

const put = (bucket: TokenBucket, operationId: string, entry: TokenEntry): void => {
  bucket.tokens += entry.tokens - (bucket.entries.get(operationId)?.tokens ?? 0)
  bucket.entries.set(operationId, entry)
}

const remove = (bucket: TokenBucket, operationId: string): void => {
  bucket.tokens -= bucket.entries.get(operationId)?.tokens ?? 0
  bucket.entries.delete(operationId)
}

const expire = (bucket: TokenBucket, beforeMs: number): void => {
  for (const [operationId, { atMs }] of bucket.entries) {
    if (atMs > beforeMs) return
    remove(bucket, operationId)
  }
}

/** Without what the operation itself took before. */
function* entriesBeside({ entries }: TokenBucket, operationId: string): Generator<TokenEntry> {
  for (const [id, entry] of entries) if (id !== operationId) yield entry
}

/** Counts within this process. Memory is bounded by the calls of the last window and by `maxBuckets`. */
export const memoryTokenLimiter = (options: MemoryTokenLimiterOptions = {}): MemoryTokenLimiter => {
  const { monotonicMs = () => performance.now(), maxBuckets = 200_000 } = options
  const buckets = rotatingMap<TokenBucket>(maxBuckets)
  let longestWindowMs = 0

  const live = ({ bucket: name, windowMs }: TokenTake, nowMs: number): TokenBucket => {
    longestWindowMs = Math.max(longestWindowMs, windowMs)
    buckets.rotate(nowMs, longestWindowMs)
    let bucket = buckets.get(name)
    if (bucket === undefined) {
      bucket = { entries: new Map(), tokens: 0, newestMs: nowMs }
      buckets.set(name, bucket)
    }
    expire(bucket, nowMs - windowMs)
    return bucket
  }

  const decide = (take: TokenTake, nowMs: number): RateVerdict => {
    const bucket = live(take, nowMs)
    const before = bucket.entries.get(take.operationId)?.tokens ?? 0
    const entries = entriesBeside(bucket, take.operationId)
    return decideTokens(take, { tokens: bucket.tokens - before, entries, newestMs: bucket.newestMs }, nowMs)
  }

  const add = (take: TokenTake, nowMs: number): void => {
    const bucket = live(take, nowMs)
    // Taken out first, so that it comes to stand last.
    remove(bucket, take.operationId)
    put(bucket, take.operationId, { atMs: nowMs, tokens: take.tokens })
    bucket.newestMs = nowMs
  }

  return {
    take(take) {
      const nowMs = monotonicMs()
      const verdict = decide(take, nowMs)
      if (verdict.allowed) add(take, nowMs)
      return Promise.resolve(verdict)
    },
    correct(take) {
      const bucket = live(take, monotonicMs())
      const entry = bucket.entries.get(take.operationId)
      if (entry !== undefined) put(bucket, take.operationId, { ...entry, tokens: take.tokens })
      return Promise.resolve()
    },
    peek: (take) => decide(take, monotonicMs()),
    note: (take) => add(take, monotonicMs()),
    size: () => buckets.size(),
  }
}
