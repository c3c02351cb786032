import type { RevocationReason } from '../../domain/identity/session.ts'
import type { Stores } from '../ports/stores.ts'

export interface AccessDrop {
  readonly userId: string
  readonly at: Date
  /** What stays if it is older; null: nothing stays. */
  readonly since: Date | null
  /** The password from now on; null: none, until the owner sets one. */
  readonly passwordHash: string | null
  readonly reason: RevocationReason
}

/**
 * Inside a unit of work that holds the user's lock: the owner of the mailbox takes the account over. All sessions
 * end, the password is replaced, API keys and social identities go, and so do links under way. From `at` on the
 * account is known to be its owner's.
 */
export const dropAccess = async (stores: Stores, drop: AccessDrop): Promise<void> => {
  const { userId, at, since, passwordHash, reason } = drop
  await stores.users.setPasswordHash(userId, passwordHash)
  await stores.sessions.revokeAllOf(userId, reason, at)
  await stores.apiKeys.deleteAllOf(userId, at, since)
  await stores.identities.removeAllOf(userId, since)
  await stores.oneTimeTokens.voidAllOf(userId, null)
  await stores.users.proveOwner(userId, at)
}
