import { isOpen } from '../../../domain/identity/session.ts'
import type { Stores } from '../../ports/stores.ts'

/**
 * Inside a unit of work that holds the user's lock: whether the session still counts. Its caller was let in a moment
 * ago, perhaps by a cache; the owner of the mailbox may have taken the account over since.
 */
export const sessionCounts = async (
  { sessions }: Pick<Stores, 'sessions'>,
  userId: string,
  sessionId: string,
  nowMs: number,
): Promise<boolean> => {
  const session = await sessions.find(sessionId)
  return session !== null && session.userId === userId && isOpen(session, nowMs)
}
