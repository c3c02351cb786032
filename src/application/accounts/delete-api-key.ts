import { type Either, isRight, left, right } from 'fp-ts/lib/Either.js'
import { shownKey } from '../../domain/api-keys/presented-key.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { KeyNotFound } from './change-api-key.ts'
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts'

export interface DeleteApiKeyDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface DeleteApiKeyInput {
  /** Null: the key of any user, for administrators. */
  readonly userId: string | null
  readonly keyId: string
  /** Of the mail that tells the owner. */
  readonly locale: MailLocale
}

export type DeleteApiKey = (input: DeleteApiKeyInput) => Promise<Either<KeyNotFound, null>>

/** Ends a key. It is refused at once here, and elsewhere as soon as the caches there forget it. */
export const deleteApiKey =
  (deps: DeleteApiKeyDeps): DeleteApiKey =>
  async ({ userId, keyId, locale }) => {
    const deleted = await deps.unitOfWork.transact<KeyNotFound, null>(async (stores) => {
      const key = await stores.apiKeys.find(keyId)
      if (key === null || (userId !== null && key.userId !== userId)) return left({ tag: 'not_found' })
      if (!(await stores.apiKeys.delete(keyId, new Date(deps.clock.now())))) return left({ tag: 'not_found' })
      const owner = await stores.users.find(key.userId)
      if (owner !== null) await notifyOwner(deps, stores, owner, { kind: 'key_deleted', detail: shownKey(key), locale })
      return right(null)
    })
    if (isRight(deleted)) await deps.invalidation.announce({ tag: 'api_key', id: keyId })
    return deleted
  }
