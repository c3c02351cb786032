import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isLive } from '../../../domain/identity/session.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'

interface EndSessionDeps {
  readonly sessions: Pick<SessionStore, 'find' | 'revoke'>
  readonly invalidation: Invalidation
  readonly clock: Clock
}

interface EndSessionInput {
  readonly userId: string
  readonly sessionId: string
}

/** The session is unknown, has ended, or belongs to another user. */
type SessionNotFound = { readonly tag: 'not_found' }
export type EndSession = (input: EndSessionInput) => Promise<Either<SessionNotFound, null>>

/** Ends one of the caller's sessions, which may be the one of this request. */
export const endSession =
  ({ sessions, invalidation, clock }: EndSessionDeps): EndSession =>
  async ({ userId, sessionId }) => {
    const nowMs = clock.now()
    const session = await sessions.find(sessionId)
    if (session === null || session.userId !== userId || !isLive(session, nowMs)) return left({ tag: 'not_found' })
    await sessions.revoke(sessionId, 'ended_by_user', new Date(nowMs))
    await invalidation.announce({ tag: 'session', id: sessionId })
    return right(null)
  }
