import { isOpen } from '../../../domain/identity/session.ts'
import type { Stores } from '../../ports/transaction/stores.ts'

/**
 * Inside a unit of work that holds the user's lock: whether the session is still open. A cache may have admitted its
 * caller a moment ago, and the owner of the mailbox may have taken the account over since then.
 */
export const isSessionActive = async (
  { sessions }: Pick<Stores, 'sessions'>,
  userId: string,
  sessionId: string,
  nowMs: number,
): Promise<boolean> => {
  const session = await sessions.find(sessionId)
  return session !== null && session.userId === userId && isOpen(session, nowMs)
}
