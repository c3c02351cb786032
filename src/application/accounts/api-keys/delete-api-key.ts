import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { maskedKey } from '../../../domain/api-keys/api-key.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { KeyNotFound } from './change-api-key.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'

interface DeleteApiKeyDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface DeleteApiKeyInput {
  /** Null: the key of any user, for operators. */
  readonly userId: string | null
  readonly keyId: string
  /** The language of the notice to the owner. */
  readonly locale: MailLocale
}

export type DeleteApiKey = (input: DeleteApiKeyInput) => Promise<Either<KeyNotFound, null>>

/**
 * Deletes a key. This process refuses it at once; every other process refuses it after its cache has dropped the key.
 */
export const deleteApiKey =
  (deps: DeleteApiKeyDeps): DeleteApiKey =>
  async ({ userId, keyId, locale }) => {
    const deleted = await deps.unitOfWork.transact<KeyNotFound, null>(async (stores) => {
      const key = await stores.apiKeys.find(keyId)
      if (key === null || (userId !== null && key.userId !== userId)) return left({ tag: 'not_found' })
      if (!(await stores.apiKeys.delete(keyId, new Date(deps.clock.now())))) return left({ tag: 'not_found' })
      const owner = await stores.users.find(key.userId)
      if (owner !== null)
        await notifyOwner(deps, stores, owner, { kind: 'key_deleted', detail: maskedKey(key), locale })
      return right(null)
    })
    if (isRight(deleted)) await deps.invalidation.announce({ tag: 'api_key', id: keyId })
    return deleted
  }
