import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'

interface LogOutDeps {
  readonly sessions: Pick<SessionStore, 'revoke'>
  readonly invalidation: Invalidation
  readonly clock: Clock
}

export type LogOut = (caller: SessionPrincipal) => Promise<void>

/** Ends the session of the request. The user's other sessions continue. */
export const logOut =
  (deps: LogOutDeps): LogOut =>
  async ({ sessionId }) => {
    await deps.sessions.revoke(sessionId, 'logout', new Date(deps.clock.now()))
    await deps.invalidation.announce({ tag: 'session', id: sessionId })
  }
