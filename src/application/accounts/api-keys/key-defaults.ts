import { NO_LIMITS } from '../../../domain/api-keys/key-limits.ts'
import type { KeyLimits } from '../../../domain/api-keys/key-limits.ts'
import type { ApiKeyStore } from '../../ports/accounts/api-key-store.ts'

interface KeyDefaultsDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'findDefaults' | 'setDefaults'>
}

export type ReadKeyDefaults = (userId: string) => Promise<KeyLimits>

/** The limits that new keys of the caller get where their request names none. */
export const readKeyDefaults =
  (deps: KeyDefaultsDeps): ReadKeyDefaults =>
  async (userId) =>
    (await deps.apiKeys.findDefaults(userId)) ?? NO_LIMITS

export type ReplaceKeyDefaults = (userId: string, limits: Partial<KeyLimits>) => Promise<KeyLimits>

/** Replaces all of them: a limit that is left out is none. Keys that exist stay as they are. */
export const replaceKeyDefaults =
  (deps: KeyDefaultsDeps): ReplaceKeyDefaults =>
  async (userId, limits) => {
    const defaults = { ...NO_LIMITS, ...limits }
    await deps.apiKeys.setDefaults(userId, defaults)
    return defaults
  }
