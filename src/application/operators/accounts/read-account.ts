import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import type { Session } from '../../../domain/identity/session.ts'
import type { SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { ListApiKeys } from '../../accounts/api-keys/list-api-keys.ts'
import type { ListSessions } from '../../accounts/sessions/list-sessions.ts'
import type { Account, AccountDirectory } from '../../ports/accounts/account-directory.ts'
import type { IdentityStore } from '../../ports/accounts/identity-store.ts'

interface ReadAccountDeps {
  readonly accounts: Pick<AccountDirectory, 'find'>
  readonly identities: Pick<IdentityStore, 'providersOf'>
  readonly listApiKeys: ListApiKeys
  readonly listSessions: ListSessions
}

export interface AccountDetails extends Account {
  readonly keys: readonly ApiKey[]
  readonly sessions: readonly Session[]
  readonly identities: readonly SocialProvider[]
}

export type AccountNotFound = { readonly tag: 'not_found' }
export type ReadAccount = (id: string) => Promise<Either<AccountNotFound, AccountDetails>>

/** One account with what opens it: its keys, without their secrets, its sessions and its social providers. */
export const readAccount =
  ({ accounts, identities, listApiKeys, listSessions }: ReadAccountDeps): ReadAccount =>
  async (id) => {
    const account = await accounts.find(id)
    if (account === null) return left({ tag: 'not_found' })
    const [keys, sessions, providers] = await Promise.all([
      listApiKeys(id),
      listSessions(id),
      identities.providersOf(id),
    ])
    return right({ ...account, keys, sessions, identities: providers })
  }
