import { accessClaims } from '../../domain/identity/access-token.ts'
import type { Session } from '../../domain/identity/session.ts'
import type { AccessTokens } from '../ports/access-tokens.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { RefreshTokens } from '../ports/refresh-tokens.ts'
import type { SessionStore } from '../ports/session-store.ts'

/** The service's own pair of tokens. */
export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  /** Life of the access token. */
  readonly expiresInSeconds: number
}

export interface PairTokensDeps {
  readonly accessTokens: AccessTokens
}

/** An access token of the session, beside the refresh token that is current now. */
export const pairTokens = async (
  deps: PairTokensDeps,
  session: Pick<Session, 'id' | 'userId' | 'createdAt'>,
  refreshToken: string,
  nowMs: number,
): Promise<TokenPair> => {
  const claims = accessClaims(session, nowMs)
  const accessToken = await deps.accessTokens.issue(claims)
  return { accessToken, refreshToken, expiresInSeconds: claims.expiresAt - claims.issuedAt }
}

export interface OpenSessionDeps extends PairTokensDeps {
  readonly sessions: Pick<SessionStore, 'add'>
  readonly refreshTokens: Pick<RefreshTokens, 'first'>
  readonly ids: Ids
  readonly clock: Clock
}

/** Begins a session for a user who has proved who they are. */
export const openSession =
  (deps: OpenSessionDeps) =>
  async (userId: string): Promise<TokenPair> => {
    const nowMs = deps.clock.now()
    const first = await deps.refreshTokens.first()
    const session = { id: deps.ids.next(), userId, createdAt: new Date(nowMs) }
    await deps.sessions.add({
      ...session,
      secretId: first.secretId,
      currentHash: first.hash,
      familyHash: first.familyHash,
    })
    return pairTokens(deps, session, first.token, nowMs)
  }
