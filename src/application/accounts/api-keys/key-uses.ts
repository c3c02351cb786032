import type { ApiKeyStore, KeyUse } from '../../ports/accounts/api-key-store.ts'

/**
 * "Last used" is exact to the minute: to write a row for every call would cost more than the call's authentication.
 */
const WRITE_INTERVAL_MS = 60_000

/** Uses that one statement writes. */
const WRITE_BATCH_SIZE = 1_000

interface KeyUsesDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'noteUses'>
}

interface KeyUses {
  /** Notes a use in memory. It writes nothing. */
  note(keyId: string, nowMs: number): void
  /** Writes the noted uses. When the write fails, they are noted again and the promise rejects. */
  flush(nowMs: number): Promise<void>
}

/** Collects the uses of keys, each at most once a minute. The process calls `flush` every few seconds. */
export const keyUses = (deps: KeyUsesDeps): KeyUses => {
  /** When the use of each key was last noted. Keys that are idle for longer than the interval are dropped. */
  const noted = new Map<string, number>()
  const waiting = new Map<string, number>()

  const evictIdle = (nowMs: number): void => {
    for (const [keyId, notedMs] of noted) {
      if (nowMs - notedMs >= WRITE_INTERVAL_MS) noted.delete(keyId)
    }
  }

  const writeSome = async (): Promise<void> => {
    const some = [...waiting].slice(0, WRITE_BATCH_SIZE)
    for (const [keyId] of some) waiting.delete(keyId)
    const uses: readonly KeyUse[] = some.map(([keyId, usedMs]) => ({ keyId, at: new Date(usedMs) }))
    try {
      await deps.apiKeys.noteUses(uses)
    } catch (error) {
      for (const [keyId, usedMs] of some) if (!waiting.has(keyId)) waiting.set(keyId, usedMs)
      throw error
    }
  }

  return {
    note: (keyId, nowMs) => {
      const notedMs = noted.get(keyId)
      if (notedMs !== undefined && nowMs - notedMs < WRITE_INTERVAL_MS) return
      noted.set(keyId, nowMs)
      waiting.set(keyId, nowMs)
    },
    flush: async (nowMs) => {
      evictIdle(nowMs)
      while (waiting.size > 0) await writeSome()
    },
  }
}
