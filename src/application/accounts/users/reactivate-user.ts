import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import type { UserNotFound } from './deactivate-user.ts'

interface ReactivateUserDeps {
  readonly users: Pick<UserStore, 'reactivate'>
}

export type ReactivateUser = (userId: string) => Promise<Either<UserNotFound, null>>

/** Opens a closed account again. Its keys work as before; its sessions stay ended. */
export const reactivateUser =
  (deps: ReactivateUserDeps): ReactivateUser =>
  async (userId) =>
    (await deps.users.reactivate(userId)) ? right(null) : left({ tag: 'user_not_found' })
