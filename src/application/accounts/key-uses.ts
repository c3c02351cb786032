import type { ApiKeyStore, KeyUse } from '../ports/api-key-store.ts'

/** "Last used" is kept to the minute: a row write a call would cost more than the call's own authentication. */
const WRITE_INTERVAL_MS = 60_000

/** Written by one statement. */
const MOST_AT_ONCE = 1_000

export interface KeyUsesDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'noteUses'>
}

export interface KeyUses {
  /** Remembers a use; touches memory only. */
  note(keyId: string, nowMs: number): void
  /** Writes what was noted. Uses that could not be written are noted again and the rejection passed on. */
  flush(nowMs: number): Promise<void>
}

/** Gathers uses of keys, each at most once a minute, for somebody else to flush every few seconds. */
export const keyUses = (deps: KeyUsesDeps): KeyUses => {
  /** When each key's use was last noted for writing; keys idle for longer than the interval are dropped. */
  const noted = new Map<string, number>()
  const waiting = new Map<string, number>()

  const forgetIdle = (nowMs: number): void => {
    for (const [keyId, notedMs] of noted) {
      if (nowMs - notedMs >= WRITE_INTERVAL_MS) noted.delete(keyId)
    }
  }

  const writeSome = async (): Promise<void> => {
    const some = [...waiting].slice(0, MOST_AT_ONCE)
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
      forgetIdle(nowMs)
      while (waiting.size > 0) await writeSome()
    },
  }
}
