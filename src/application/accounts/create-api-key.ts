import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import {
  type ApiKey,
  checkKeyCount,
  checkNewExpiry,
  type ExpiryInPast,
  type TooManyKeys,
} from '../../domain/api-keys/api-key.ts'
import type { Unauthenticated } from '../../domain/identity/access-token.ts'
import { shownKey, shownParts } from '../../domain/api-keys/presented-key.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { ApiKeySecrets } from '../ports/api-key-secrets.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts'
import { sessionCounts } from './sessions/session-counts.ts'

export interface CreateApiKeyDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly secrets: ApiKeySecrets
}

export interface CreateApiKeyInput extends Pick<
  ApiKey,
  'userId' | 'name' | 'expiresAt' | 'spendLimit' | 'allowedModels'
> {
  /** The session that asks; null: an operator. */
  readonly sessionId: string | null
  /** Of the mail that tells the owner; null: none, where the key is made together with the account. */
  readonly locale: MailLocale | null
}

export interface CreatedApiKey {
  readonly apiKey: ApiKey
  /** The key itself: shown now and never again. */
  readonly key: string
}

export type CreateApiKeyFailure = ExpiryInPast | TooManyKeys | Unauthenticated
export type CreateApiKey = (input: CreateApiKeyInput) => Promise<Either<CreateApiKeyFailure, CreatedApiKey>>

/** Makes a key and its spend record. */
export const createApiKey =
  (deps: CreateApiKeyDeps): CreateApiKey =>
  async ({ sessionId, locale, ...input }) => {
    const nowMs = deps.clock.now()
    const expiresAt = checkNewExpiry(input.expiresAt, nowMs)
    if (isLeft(expiresAt)) return expiresAt
    const key = deps.secrets.make()
    const made = { ...input, ...shownParts(key), id: deps.ids.next(), createdAt: new Date(nowMs) }
    return deps.unitOfWork.transact<CreateApiKeyFailure, CreatedApiKey>(async (stores) => {
      // Keys that are made at once are counted one after another, and none is made in a session that has just ended.
      const user = await stores.users.lock(input.userId)
      if (sessionId !== null && !(await sessionCounts(stores, input.userId, sessionId, nowMs))) {
        return left({ tag: 'unauthenticated' })
      }
      const allowed = checkKeyCount((await stores.apiKeys.listOf(input.userId)).length)
      if (isLeft(allowed)) return allowed
      await stores.apiKeys.add({ ...made, keyHash: deps.secrets.hash(key) })
      if (user !== null && locale !== null) {
        await notifyOwner(deps, stores, user, { kind: 'key_created', detail: shownKey(made), locale })
      }
      return right({ key, apiKey: { ...made, lastUsedAt: null, spent: 0n } })
    })
  }
