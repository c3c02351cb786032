import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { User } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { ResponseStore } from '../../ports/responses/response-store.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { pruneInBatches } from '../../prune-in-batches.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'

interface DeactivateUserDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly storedResponses: Pick<ResponseStore, 'removeOfClosed'>
}

/** A request waits for no more: the sweep of stored responses removes what is left. */
const STATEMENTS = 10

export type UserNotFound = { readonly tag: 'user_not_found' }

/** What happens together with a change of a user, who is locked. A Left rolls all of it back. */
export type Alongside<E> = (stores: Stores, before: User) => Promise<Either<E, null>>

/** `locale` is the language of the notice to the owner. `alongside` runs before anything is changed. */
export type DeactivateUser = <E = never>(
  userId: string,
  locale: MailLocale,
  alongside?: Alongside<E>,
) => Promise<Either<UserNotFound | E, null>>

/**
 * Closes an account: its sessions end, its keys are refused, and behind that its stored responses are deleted. No other
 * row is, and the address stays taken.
 */
export const deactivateUser =
  (deps: DeactivateUserDeps): DeactivateUser =>
  async <E>(userId: string, locale: MailLocale, alongside?: Alongside<E>) => {
    const at = new Date(deps.clock.now())
    const outcome = await deps.unitOfWork.transact<UserNotFound | E, null>(async (stores) => {
      const user = await stores.users.lock(userId)
      if (user === null) return left({ tag: 'user_not_found' })
      const noted = (await alongside?.(stores, user)) ?? right(null)
      if (isLeft(noted)) return noted
      await stores.users.deactivate(userId, at)
      await stores.sessions.revokeAllOf(userId, 'account_deactivated', at)
      await stores.oneTimeTokens.voidAllOf(userId, null)
      if (user.deactivatedAt === null) {
        await notifyOwner(deps, stores, user, { kind: 'account_deleted', detail: null, locale })
      }
      return right(null)
    })
    if (isLeft(outcome)) return outcome
    await deps.invalidation.announce({ tag: 'user', id: userId })
    // The account is closed whatever comes of this, and no key opens them from here on.
    await pruneInBatches((limit) => deps.storedResponses.removeOfClosed(userId, limit), STATEMENTS).catch(() => 0)
    return outcome
  }
