import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import {
  checkKeyCount,
  checkNewExpiry,
  MAX_KEYS_MADE_A_DAY,
  maskedKey,
  maskedParts,
} from '../../../domain/api-keys/api-key.ts'
import { firstPeriod, NO_LIMITS } from '../../../domain/api-keys/key-limits.ts'
import type { KeyLimits } from '../../../domain/api-keys/key-limits.ts'
import type { ApiKey, ExpiryInPast, TooManyKeys } from '../../../domain/api-keys/api-key.ts'
import type { Unauthenticated } from '../../../domain/identity/signed-token.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { ApiKeySecrets } from '../../ports/accounts/api-key-secrets.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { DAY_MS } from '../../../domain/time-units.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'
import { isSessionOpen } from '../sessions/is-session-open.ts'

interface CreateApiKeyDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly secrets: ApiKeySecrets
}

export interface CreateApiKeyInput extends Pick<ApiKey, 'userId' | 'name' | 'expiresAt'> {
  readonly note?: string | null
  readonly disabled?: boolean
  /** An absent limit is the owner's default; null is without one. */
  readonly limits: Partial<KeyLimits>
  /** The session that asks. Null: an operator asks. */
  readonly sessionId: string | null
  /**
   * The language of the notice to the owner. Null: no notice, because the key is created together with the account.
   */
  readonly locale: MailLocale | null
}

export interface CreatedApiKey {
  readonly apiKey: ApiKey
  /** The key itself. The API shows it now and never again. */
  readonly key: string
}

/** `unauthenticated`: the session that asks has ended, or the account is closed. */
export type CreateApiKeyFailure = ExpiryInPast | TooManyKeys | Unauthenticated
export type CreateApiKey = (input: CreateApiKeyInput) => Promise<Either<CreateApiKeyFailure, CreatedApiKey>>

/** Makes a key and its spend record, with the owner's defaults where the request leaves a limit out. */
export const createApiKey =
  (deps: CreateApiKeyDeps): CreateApiKey =>
  async ({ sessionId, locale, limits, note = null, disabled = false, ...input }) => {
    const nowMs = deps.clock.now()
    const expires = checkNewExpiry(input.expiresAt, nowMs)
    if (isLeft(expires)) return expires
    const key = deps.secrets.make()
    const named = { ...input, note, disabled, ...maskedParts(key), id: deps.ids.next(), createdAt: new Date(nowMs) }
    return deps.unitOfWork.transact<CreateApiKeyFailure, CreatedApiKey>(async (stores) => {
      // The lock makes concurrent calls count their keys one after another, and keeps an ended session from creating a
      // key.
      const user = await stores.users.lock(input.userId)
      const asks = sessionId === null || (await isSessionOpen(stores, input.userId, sessionId, nowMs))
      // Every call with a key of a closed account would be refused.
      if (!asks || user === null || user.deactivatedAt !== null) return left({ tag: 'unauthenticated' })
      const live = (await stores.apiKeys.listOf(input.userId)).length
      const dayAgo = new Date(nowMs - DAY_MS)
      const made = sessionId === null ? 0 : await stores.apiKeys.countMade(input.userId, dayAgo, MAX_KEYS_MADE_A_DAY)
      const allowed = checkKeyCount(live, made)
      if (isLeft(allowed)) return allowed
      const applied = { ...NO_LIMITS, ...(await stores.apiKeys.findDefaults(input.userId)), ...limits }
      const apiKey = { ...named, ...applied, ...firstPeriod(applied, nowMs) }
      await stores.apiKeys.add({ ...apiKey, keyHash: deps.secrets.hash(key) })
      if (locale !== null) {
        await notifyOwner(deps, stores, user, { kind: 'key_created', detail: maskedKey(apiKey), locale })
      }
      return right({ key, apiKey: { ...apiKey, lastUsedAt: null, spent: 0n } })
    })
  }
