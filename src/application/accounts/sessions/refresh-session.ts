import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { decideRefresh } from '../../../domain/identity/session.ts'
import type { Session } from '../../../domain/identity/session.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { PresentedRefreshToken, RefreshTokens } from '../../ports/accounts/refresh-tokens.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import { issueTokenPair } from './open-session.ts'
import type { IssueTokenPairDeps, TokenPair } from './open-session.ts'

interface RefreshSessionDeps extends IssueTokenPairDeps {
  readonly sessions: Pick<SessionStore, 'findByFamily' | 'rotate' | 'revoke'>
  readonly users: Pick<UserStore, 'find'>
  readonly refreshTokens: Pick<RefreshTokens, 'read' | 'successorOf'>
  readonly invalidation: Invalidation
  readonly clock: Clock
}

/** The response is the same for every reason. The reuse of an old token is also reported as a security event. */
export type InvalidRefreshToken = { readonly tag: 'invalid_refresh_token' } | { readonly tag: 'refresh_token_reused' }
export type RefreshSession = (presented: string) => Promise<Either<InvalidRefreshToken, TokenPair>>

const INVALID: Either<InvalidRefreshToken, never> = left({ tag: 'invalid_refresh_token' })

/**
 * Exchanges a refresh token for the next pair. Of any number of concurrent calls with one token exactly one rotates the
 * session, and all get the same successor.
 */
export const refreshSession =
  (deps: RefreshSessionDeps): RefreshSession =>
  async (presented) => {
    const token = deps.refreshTokens.read(presented)
    if (token === null) return INVALID
    // A call that lost the race looks again: the winner has made the token the previous one, so the second look
    // decides.
    return (await attempt(deps, presented, token)) ?? (await attempt(deps, presented, token)) ?? INVALID
  }

/** Null when another call changed the session between the read and the write. */
const attempt = async (
  deps: RefreshSessionDeps,
  presented: string,
  token: PresentedRefreshToken,
): Promise<Either<InvalidRefreshToken, TokenPair> | null> => {
  const session = await deps.sessions.findByFamily(token.familyHash)
  if (session === null) return INVALID
  const nowMs = deps.clock.now()
  const decision = decideRefresh(session, token.hash, nowMs)
  switch (decision.tag) {
    case 'revoked':
    case 'expired':
      return INVALID
    case 'reuse':
      await deps.sessions.revoke(session.id, 'reuse', new Date(nowMs))
      await deps.invalidation.announce({ tag: 'session', id: session.id })
      return left({ tag: 'refresh_token_reused' })
    case 'rotate':
    case 'repeat':
      return rotateSession(deps, session, presented, token, decision.tag === 'rotate')
  }
}

const rotateSession = async (
  deps: RefreshSessionDeps,
  session: Session,
  presented: string,
  token: PresentedRefreshToken,
  rotates: boolean,
): Promise<Either<InvalidRefreshToken, TokenPair> | null> => {
  const user = await deps.users.find(session.userId)
  if (user === null || user.deactivatedAt !== null) return INVALID
  const successor = await deps.refreshTokens.successorOf(presented, session.secretId)
  const nowMs = deps.clock.now()
  if (rotates) {
    const rotation = { id: session.id, from: token.hash, to: successor.hash, at: new Date(nowMs) }
    if (!(await deps.sessions.rotate(rotation))) return null
  }
  return right(await issueTokenPair(deps, session, successor.token, nowMs))
}
