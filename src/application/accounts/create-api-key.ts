import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import {
  type ApiKey,
  checkKeyCount,
  checkNewExpiry,
  type ExpiryInPast,
  type TooManyKeys,
} from '../../domain/api-keys/api-key.ts'
import { shownParts } from '../../domain/api-keys/presented-key.ts'
import type { ApiKeySecrets } from '../ports/api-key-secrets.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface CreateApiKeyDeps {
  readonly unitOfWork: UnitOfWork
  readonly secrets: ApiKeySecrets
  readonly ids: Ids
  readonly clock: Clock
}

export type CreateApiKeyInput = Pick<ApiKey, 'userId' | 'name' | 'expiresAt' | 'spendLimit' | 'allowedModels'>

export interface CreatedApiKey {
  readonly apiKey: ApiKey
  /** The key itself: shown now and never again. */
  readonly key: string
}

export type CreateApiKeyFailure = ExpiryInPast | TooManyKeys
export type CreateApiKey = (input: CreateApiKeyInput) => Promise<Either<CreateApiKeyFailure, CreatedApiKey>>

/** Makes a key and its spend record. */
export const createApiKey =
  (deps: CreateApiKeyDeps): CreateApiKey =>
  async (input) => {
    const nowMs = deps.clock.now()
    const expiresAt = checkNewExpiry(input.expiresAt, nowMs)
    if (isLeft(expiresAt)) return expiresAt
    const key = deps.secrets.make()
    const made = { ...input, ...shownParts(key), id: deps.ids.next(), createdAt: new Date(nowMs) }
    return deps.unitOfWork.transact<CreateApiKeyFailure, CreatedApiKey>(async (stores) => {
      // Keys that are made at once are counted one after another.
      await stores.users.lock(input.userId)
      const allowed = checkKeyCount((await stores.apiKeys.listOf(input.userId)).length)
      if (isLeft(allowed)) return allowed
      await stores.apiKeys.add({ ...made, keyHash: deps.secrets.hash(key) })
      return right({ key, apiKey: { ...made, lastUsedAt: null, spent: 0n } })
    })
  }
