import type { User } from '../../../domain/identity/user.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'

/** Rows of one query. The caller sees one sequence. */
const PAGE_LENGTH = 500

interface ListUsersDeps {
  readonly users: Pick<UserStore, 'list'>
}

export type ListUsers = () => AsyncGenerator<User, void>

/** All users in the order of their registration. */
export const listUsers = (deps: ListUsersDeps): ListUsers =>
  async function* () {
    let after: string | null = null
    for (;;) {
      const page: readonly User[] = await deps.users.list({ after, limit: PAGE_LENGTH })
      yield* page
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_LENGTH) return
      after = last.id
    }
  }
