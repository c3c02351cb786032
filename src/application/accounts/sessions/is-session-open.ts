import { isOpenSessionOf } from '../../../domain/identity/session.ts'
import type { Stores } from '../../ports/transaction/stores.ts'

/**
 * Inside a unit of work that holds the user's lock: whether the user's session is still open. A cache may have admitted
 * its caller a moment ago, and the owner of the mailbox may have taken the account over since then.
 */
export const isSessionOpen = async (
  { sessions }: Pick<Stores, 'sessions'>,
  userId: string,
  sessionId: string,
  nowMs: number,
): Promise<boolean> => isOpenSessionOf(await sessions.find(sessionId), userId, nowMs)
