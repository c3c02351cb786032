import { LRUCache } from 'lru-cache'

export interface RememberedOptions<A> {
  readonly load: (key: string) => Promise<A | null>
  readonly most: number
  /** How stale an answer may be, counted from the moment its load began. */
  readonly ttlMs: number
  /** A clock that never runs backwards, in milliseconds. */
  readonly monotonicMs?: () => number
}

export interface Remembered<A> {
  get(key: string): Promise<A | null>
  /** Whether the key was found when it was last looked for, however long ago that was. */
  wasFound(key: string): boolean
  /** Forgets what matches, and keeps every load that runs now from being remembered. */
  forget(matches: (key: string, value: A) => boolean): void
}

interface Entry<A> {
  readonly answer: Promise<A>
  readonly value: A
  readonly staleAtMs: number
}

/**
 * Remembers found things for a short time; absence is asked for anew every time. Concurrent misses of one key share
 * one load. A load that began before a `forget` may have read the state that was just ended, so it is not kept.
 */
export const remembered = <A extends object>(options: RememberedOptions<A>): Remembered<A> => {
  const { load, most, ttlMs, monotonicMs = () => performance.now() } = options
  const entries = new LRUCache<string, Entry<A>>({ max: most })
  const loading = new Map<string, Promise<A | null>>()

  const begin = (key: string): Promise<A | null> => {
    const startedMs = monotonicMs()
    const answer = load(key)
      .then((value) => {
        if (value === null) entries.delete(key)
        else if (loading.get(key) === answer) {
          entries.set(key, { value, answer: Promise.resolve(value), staleAtMs: startedMs + ttlMs })
        }
        return value
      })
      .finally(() => {
        if (loading.get(key) === answer) loading.delete(key)
      })
    loading.set(key, answer)
    return answer
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined && monotonicMs() < entry.staleAtMs) return entry.answer
      return loading.get(key) ?? begin(key)
    },
    wasFound: (key) => entries.has(key),
    forget: (matches) => {
      loading.clear()
      for (const [key, entry] of entries.entries()) if (matches(key, entry.value)) entries.delete(key)
    },
  }
}
