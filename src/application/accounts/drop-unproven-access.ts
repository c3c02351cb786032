import type { Stores } from '../ports/stores.ts'

/**
 * Inside a unit of work: whoever reads the mailbox takes over an account that never proved its address. What the
 * one who opened it could still enter by or spend with goes: keys, social identities, links under way. Password and
 * sessions are the caller's to end.
 */
export const dropUnprovenAccess = async (stores: Stores, userId: string, at: Date): Promise<void> => {
  await stores.apiKeys.deleteAllOf(userId, at)
  await stores.identities.removeAllOf(userId)
  await stores.oneTimeTokens.voidAllOf(userId, null)
  await stores.users.markEmailVerified(userId)
}
