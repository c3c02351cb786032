import { MINUTE_MS } from '../../../domain/time-units.ts'

/** A row for every call would cost more than the call's authentication. */
const WRITE_INTERVAL_MS = MINUTE_MS

/** Keys that one statement writes. */
const WRITE_BATCH_SIZE = 1_000

/** What is to be written of one key. */
type NotedKey<V> = readonly [keyId: string, noted: V]

export interface NotedKeys<V> {
  /** Notes something of a key in memory, if nothing was noted of it for a minute. It writes nothing. */
  note(keyId: string, noted: V): void
  /** Writes what was noted. When the write fails, it is noted again and the promise rejects. */
  flush(): Promise<void>
}

/**
 * Collects what calls tell of their keys, of each key at most once a minute. The process calls `flush` every few
 * seconds. `monotonicMs` is a clock that only runs forward, in milliseconds.
 */
export const notedKeys = <V>(
  write: (noted: readonly NotedKey<V>[]) => Promise<void>,
  monotonicMs: () => number,
): NotedKeys<V> => {
  /** When each key was last noted. Keys that are idle for longer than the interval are dropped. */
  const lastNoted = new Map<string, number>()
  const waiting = new Map<string, V>()

  const evictIdle = (nowMs: number): void => {
    for (const [keyId, notedMs] of lastNoted) {
      if (nowMs - notedMs >= WRITE_INTERVAL_MS) lastNoted.delete(keyId)
    }
  }

  const writeSome = async (): Promise<void> => {
    const some = [...waiting].slice(0, WRITE_BATCH_SIZE)
    for (const [keyId] of some) waiting.delete(keyId)
    try {
      await write(some)
    } catch (error) {
      for (const [keyId, noted] of some) if (!waiting.has(keyId)) waiting.set(keyId, noted)
      throw error
    }
  }

  return {
    note: (keyId, noted) => {
      const nowMs = monotonicMs()
      const notedMs = lastNoted.get(keyId)
      if (notedMs !== undefined && nowMs - notedMs < WRITE_INTERVAL_MS) return
      lastNoted.set(keyId, nowMs)
      waiting.set(keyId, noted)
    },
    flush: async () => {
      evictIdle(monotonicMs())
      while (waiting.size > 0) await writeSome()
    },
  }
}
