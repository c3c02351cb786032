import type { RevocationReason } from '../../../domain/identity/session.ts'
import type { Stores } from '../../ports/transaction/stores.ts'

/** The stores of everything that opens an account. */
export type AccessStores = Pick<Stores, 'users' | 'sessions' | 'apiKeys' | 'identities' | 'oneTimeTokens' | 'webhooks'>

interface AccessDrop {
  readonly userId: string
  readonly at: Date
  /** Access older than this stays. Null: no access stays. */
  readonly since: Date | null
  /** The password from now on. Null: the account has none until its owner sets one. */
  readonly passwordHash: string | null
  readonly reason: RevocationReason
}

/**
 * Inside a unit of work that holds the user's lock: the owner of the mailbox takes the account over. All sessions end,
 * the password is replaced, and API keys, social identities and open links are deleted. Every webhook is disabled until
 * the owner has looked where it leads: an older one may have been changed, too. From `at` on the account's owner is
 * proven.
 */
export const dropAccess = async (stores: AccessStores, drop: AccessDrop): Promise<void> => {
  const { userId, at, since, passwordHash, reason } = drop
  await stores.users.setPasswordHash(userId, passwordHash)
  await stores.sessions.revokeAllOf(userId, reason, at)
  await stores.apiKeys.deleteAllOf(userId, at, since)
  await stores.identities.removeAllOf(userId, since)
  await stores.oneTimeTokens.voidAllOf(userId, null)
  for (const { id } of await stores.webhooks.listOf(userId)) await stores.webhooks.disable(id, null, at)
  await stores.users.proveOwner(userId, at)
}
