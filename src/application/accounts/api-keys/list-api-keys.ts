import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import type { ApiKeyStore } from '../../ports/accounts/api-key-store.ts'

interface ListApiKeysDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'listOf'>
}

export type ListApiKeys = (userId: string) => Promise<readonly ApiKey[]>

/** The caller's keys that were not deleted, newest first. */
export const listApiKeys =
  (deps: ListApiKeysDeps): ListApiKeys =>
  (userId) =>
    deps.apiKeys.listOf(userId)
