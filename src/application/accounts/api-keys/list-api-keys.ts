import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import { inRunningPeriod } from '../../../domain/api-keys/key-limits.ts'
import type { ApiKeyStore } from '../../ports/accounts/api-key-store.ts'
import type { Clock } from '../../ports/process/clock.ts'

interface ListApiKeysDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'listOf'>
  readonly clock: Clock
}

export type ListApiKeys = (userId: string) => Promise<readonly ApiKey[]>

/** The caller's keys that were not deleted, newest first. */
export const listApiKeys =
  (deps: ListApiKeysDeps): ListApiKeys =>
  async (userId) => {
    const nowMs = deps.clock.now()
    return (await deps.apiKeys.listOf(userId)).map((key) => inRunningPeriod(key, nowMs))
  }
