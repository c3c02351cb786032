import { foldCase } from '../../../domain/identity/fold-case.ts'
import { isUuid } from '../../../domain/uuid.ts'
import type { Account, AccountDirectory } from '../../ports/accounts/account-directory.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

interface ListAccountsInput {
  /** The id of an account, or the beginning of an address; null: every account. */
  readonly search: string | null
  /** The value of `next` of the page before; null for the first. */
  readonly after: string | null
  readonly limit: number
}

export type ListAccounts = (input: ListAccountsInput) => Promise<Page<Account, string>>

/** Accounts by id or by the beginning of their address, or all of them, the newest first. */
export const listAccounts =
  ({ accounts }: { readonly accounts: AccountDirectory }): ListAccounts =>
  async ({ search, after, limit }) => {
    const wanted = search === null ? null : foldCase(search.trim())
    if (wanted !== null && isUuid(wanted)) {
      const account = await accounts.find(wanted)
      return { rows: account === null ? [] : [account], next: null }
    }
    const addressPrefix = wanted === '' ? null : wanted
    return readPage({
      limit,
      read: (most) => accounts.page({ addressPrefix, after, limit: most }),
      placeOf: ({ user }) => user.id,
    })
  }
