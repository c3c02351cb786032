import type { Account, AccountDirectory } from '../../../src/application/ports/accounts/account-directory.ts'
import type { WalletStore } from '../../../src/application/ports/billing/wallet-store.ts'
import type { User } from '../../../src/domain/identity/user.ts'

/** Over the users and the wallets of other twins. */
export const memoryAccountDirectory = (
  users: ReadonlyMap<string, User>,
  wallets: Pick<WalletStore, 'listOf'>,
): AccountDirectory => {
  const accountOf = async (user: User): Promise<Account> => ({ user, wallets: await wallets.listOf(user.id) })
  return {
    find: async (id) => {
      const user = users.get(id)
      return user === undefined ? null : accountOf(user)
    },
    page: async ({ addressPrefix, after, limit }) => {
      const key = (user: User): string => (addressPrefix === null ? user.id : user.emailFolded)
      const [sign, last] = [addressPrefix === null ? -1 : 1, after === null ? undefined : users.get(after)]
      const order = (a: User, b: User): number => (key(a) < key(b) ? -sign : sign)
      const found = [...users.values()]
        .filter(({ emailFolded }) => emailFolded.startsWith(addressPrefix ?? ''))
        .toSorted(order)
        .filter((user) => last === undefined || (user.id !== last.id && order(last, user) < 0))
      return Promise.all(found.slice(0, limit).map(accountOf))
    },
  }
}
