import type { SessionPrincipal } from '../../domain/identity/principal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { SessionStore } from '../ports/session-store.ts'

export interface LogOutDeps {
  readonly sessions: Pick<SessionStore, 'revoke'>
  readonly invalidation: Invalidation
  readonly clock: Clock
}

export type LogOut = (caller: SessionPrincipal) => Promise<void>

/** Ends the session the caller came with; their other sessions go on. */
export const logOut =
  (deps: LogOutDeps): LogOut =>
  async ({ sessionId }) => {
    await deps.sessions.revoke(sessionId, 'logout', new Date(deps.clock.now()))
    await deps.invalidation.announce({ tag: 'session', id: sessionId })
  }
