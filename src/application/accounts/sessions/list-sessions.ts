import { isLive, type Session } from '../../../domain/identity/session.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SessionStore } from '../../ports/session-store.ts'

export interface ListSessionsDeps {
  readonly sessions: Pick<SessionStore, 'listOpenOf'>
  readonly clock: Clock
}

export type ListSessions = (userId: string) => Promise<readonly Session[]>

/** The user's sessions that still count, the one used last first. */
export const listSessions =
  ({ sessions, clock }: ListSessionsDeps): ListSessions =>
  async (userId) => {
    const nowMs = clock.now()
    return (await sessions.listOpenOf(userId)).filter((session) => isLive(session, nowMs))
  }
