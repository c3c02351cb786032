import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ApiKeyStore } from '../ports/api-key-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { KeyNotFound } from './change-api-key.ts'

export interface DeleteApiKeyDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'find' | 'delete'>
  readonly invalidation: Invalidation
  readonly clock: Clock
}

export interface DeleteApiKeyInput {
  /** Null: whoever's key it is, for administrators. */
  readonly userId: string | null
  readonly keyId: string
}

export type DeleteApiKey = (input: DeleteApiKeyInput) => Promise<Either<KeyNotFound, null>>

/** Ends a key. It is refused at once here, and elsewhere as soon as the caches there forget it. */
export const deleteApiKey =
  (deps: DeleteApiKeyDeps): DeleteApiKey =>
  async ({ userId, keyId }) => {
    const key = await deps.apiKeys.find(keyId)
    if (key === null || (userId !== null && key.userId !== userId)) return left({ tag: 'not_found' })
    const deleted = await deps.apiKeys.delete(keyId, new Date(deps.clock.now()))
    await deps.invalidation.announce({ tag: 'api_key', id: keyId })
    return deleted ? right(null) : left({ tag: 'not_found' })
  }
