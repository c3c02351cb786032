import { LRUCache } from 'lru-cache'
import type { NowOrLater } from '../../application/now-or-later.ts'

interface LoadingCacheOptions<A> {
  readonly load: (key: string) => Promise<A | null>
  readonly most: number
  /** How stale an answer may be, counted from the moment its load began. */
  readonly ttlMs: number
  /**
   * Whether a found thing is kept past its time where its load failed so, when `sinceMs` have gone by since its first
   * load that failed. Absent: never.
   */
  readonly outlives?: (error: unknown, sinceMs: number) => boolean
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs?: () => number
}

interface LoadingCache<A> {
  /** Known now where it is cached. */
  readonly get: (key: string) => NowOrLater<A | null>
  /** Whether the key was found when it was last looked for, however long ago that was. */
  wasFound(key: string): boolean
  /** Evicts what matches. The cache keeps no result of a load that runs now. */
  invalidate(matches: (key: string, value: A) => boolean): void
}

interface Entry<A> {
  readonly value: A
  readonly staleAtMs: number
  /** When its load failed first; null while none has. */
  failedAtMs: number | null
}

/**
 * Caches found things for a short time; what was not found is loaded again every time. Concurrent misses of one key
 * share one load. Where a load fails, what was found before may outlive it. A load that began before an invalidation
 * may have read the old state, so the cache does not keep it.
 */
export const loadingCache = <A extends object>(options: LoadingCacheOptions<A>): LoadingCache<A> => {
  const { load, most, ttlMs, outlives = () => false, monotonicMs = () => performance.now() } = options
  const entries = new LRUCache<string, Entry<A>>({ max: most })
  const loading = new Map<string, Promise<A | null>>()

  const begin = (key: string): Promise<A | null> => {
    const startedMs = monotonicMs()
    const answer = load(key)
      .then((value) => {
        if (value === null) entries.delete(key)
        else if (loading.get(key) === answer) {
          entries.set(key, { value, staleAtMs: startedMs + ttlMs, failedAtMs: null })
        }
        return value
      })
      .finally(() => {
        if (loading.get(key) === answer) loading.delete(key)
      })
    loading.set(key, answer)
    return answer
  }

  const reload = async (key: string): Promise<A | null> => {
    try {
      return await (loading.get(key) ?? begin(key))
    } catch (error) {
      // What was invalidated during the load is no entry any more.
      const entry = entries.get(key)
      if (entry === undefined) throw error
      entry.failedAtMs ??= monotonicMs()
      if (!outlives(error, monotonicMs() - entry.failedAtMs)) throw error
      return entry.value
    }
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      return entry !== undefined && monotonicMs() < entry.staleAtMs ? entry.value : reload(key)
    },
    wasFound: (key) => entries.has(key),
    invalidate: (matches) => {
      loading.clear()
      for (const [key, entry] of entries.entries()) if (matches(key, entry.value)) entries.delete(key)
    },
  }
}
