import type { ApiKey } from '../../../src/domain/api-keys/api-key.ts'
import { NO_LIMITS } from '../../../src/domain/api-keys/key-limits.ts'

/** A key with everything filled in that a test does not care about. */
export const apiKeyOf = (rest: Partial<ApiKey> = {}): ApiKey => ({
  ...NO_LIMITS,
  id: 'key',
  userId: 'ann',
  name: 'laptop',
  prefix: 'sk-aiagg-abc',
  lastFour: 'wxyz',
  createdAt: new Date(0),
  lastUsedAt: null,
  expiresAt: null,
  spent: 0n,
  periodSpent: 0n,
  periodEndsAt: null,
  note: null,
  disabled: false,
  ...rest,
})
