import type { ApiKeyStore } from '../../ports/accounts/api-key-store.ts'
import { notedKeys } from './noted-keys.ts'
import type { NotedKeys } from './noted-keys.ts'

interface KeyUsesDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'noteUses'>
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
}

interface KeyUses extends Pick<NotedKeys<number>, 'flush'> {
  /** Notes a use in memory. It writes nothing. */
  note(keyId: string, nowMs: number): void
}

/** Collects the uses of keys. "Last used" is exact to the minute. */
export const keyUses = ({ apiKeys, monotonicMs }: KeyUsesDeps): KeyUses =>
  notedKeys<number>(
    (noted) => apiKeys.noteUses(noted.map(([keyId, usedMs]) => ({ keyId, at: new Date(usedMs) }))),
    monotonicMs,
  )
