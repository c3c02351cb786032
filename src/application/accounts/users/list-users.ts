import type { User } from '../../../domain/identity/user.ts'
import type { Account } from '../../ports/accounts/account-directory.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'

/** The users of two queries, one for them and one for their wallets. The caller sees one sequence. */
const PAGE_LENGTH = 500

interface ListUsersDeps {
  readonly users: Pick<UserStore, 'list'>
  readonly wallets: Pick<WalletStore, 'listOfAll'>
}

export type ListUsers = () => AsyncGenerator<Account, void>

/** All users with their wallets, in the order of their registration. */
export const listUsers = (deps: ListUsersDeps): ListUsers =>
  async function* () {
    let after: string | null = null
    for (;;) {
      const page: readonly User[] = await deps.users.list({ after, limit: PAGE_LENGTH })
      const wallets = await deps.wallets.listOfAll(page.map(({ id }) => id))
      for (const user of page) yield { user, wallets: wallets.get(user.id) ?? [] }
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_LENGTH) return
      after = last.id
    }
  }
