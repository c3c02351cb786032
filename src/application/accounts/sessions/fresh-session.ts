import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Unauthenticated } from '../../../domain/identity/signed-token.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import { isFresh, isOpenSessionOf } from '../../../domain/identity/session.ts'
import type { Session } from '../../../domain/identity/session.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'

/** The session is open, but its user has not proved their identity recently. */
type ReauthenticationRequired = { readonly tag: 'reauthentication_required' }

export type FreshSessionFailure = Unauthenticated | ReauthenticationRequired

/** The caller's session as the database has it now, if its user signed in or proved their identity recently. */
export const freshSession = async (
  { sessions }: { readonly sessions: Pick<SessionStore, 'find'> },
  { userId, sessionId }: SessionPrincipal,
  nowMs: number,
): Promise<Either<FreshSessionFailure, Session>> => {
  const session = await sessions.find(sessionId)
  if (!isOpenSessionOf(session, userId, nowMs)) return left({ tag: 'unauthenticated' })
  return isFresh(session, nowMs) ? right(session) : left({ tag: 'reauthentication_required' })
}
