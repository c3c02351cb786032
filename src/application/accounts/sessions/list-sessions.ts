import { isLive } from '../../../domain/identity/session.ts'
import type { Session } from '../../../domain/identity/session.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'

interface ListSessionsDeps {
  readonly sessions: Pick<SessionStore, 'listOpenOf'>
  readonly clock: Clock
}

export type ListSessions = (userId: string) => Promise<readonly Session[]>

/** The user's open sessions, the most recently used one first. */
export const listSessions =
  ({ sessions, clock }: ListSessionsDeps): ListSessions =>
  async (userId) => {
    const nowMs = clock.now()
    return (await sessions.listOpenOf(userId)).filter((session) => isLive(session, nowMs))
  }
