import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../../domain/identity/email-address.ts'
import type { User } from '../../../domain/identity/user.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import type { UserNotFound } from './deactivate-user.ts'

interface FindUserDeps {
  readonly users: Pick<UserStore, 'findByEmail'>
}

export type FindUser = (email: string) => Promise<Either<UserNotFound, User>>

/** The user of an address, closed or not, for operators, who know users by their addresses. */
export const findUser =
  (deps: FindUserDeps): FindUser =>
  async (email) => {
    const address = parseEmail(email)
    const user = isLeft(address) ? null : await deps.users.findByEmail(address.right.folded)
    return user === null ? left({ tag: 'user_not_found' }) : right(user)
  }
