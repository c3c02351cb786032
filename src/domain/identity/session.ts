/** Why a session ended before its time. */
export type RevocationReason =
  | 'logout'
  | 'reuse'
  | 'account_deactivated'
  | 'password_changed'
  | 'password_reset'
  /** The owner of the mailbox took over an account somebody else had opened. */
  | 'account_claimed'

/** SHA-256 of a refresh token, in hexadecimal. */
export type TokenHash = string

/** One login and the chain of refresh tokens that grew from it. */
export interface Session {
  readonly id: string
  readonly userId: string
  /** Names the secret under which each refresh token is derived from the one before. */
  readonly secretId: string
  readonly currentHash: TokenHash
  /** The direct predecessor; null until the first rotation. */
  readonly previousHash: TokenHash | null
  /** When `currentHash` became current: the login, or the last rotation. */
  readonly turnedAt: Date
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

/** A client whose answer got lost, or whose tabs refresh at once, may present the predecessor this long. */
export const GRACE_MS = 10_000

/** A session not refreshed for this long is over. */
export const IDLE_MS = 14 * 24 * 60 * 60 * 1000

/** No session outlives this, however often it is refreshed. */
export const ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000

/** The first moment at which the session is over even if used all the time. */
export const sessionEnd = (session: Pick<Session, 'createdAt'>): number => session.createdAt.getTime() + ABSOLUTE_MS

export type RefreshDecision =
  /** The current token: its successor becomes current. */
  | { readonly tag: 'rotate' }
  /** The predecessor, within the grace: the same successor is given again, nothing changes. */
  | { readonly tag: 'repeat' }
  /** A token that had its turn: it was copied, so nobody can say who holds the current one. */
  | { readonly tag: 'reuse' }
  | { readonly tag: 'revoked' }
  | { readonly tag: 'expired' }

/**
 * What a refresh token of this session gets at `nowMs`. The caller has seen that the token belongs to the session's
 * chain; a token that is neither the current one nor the predecessor is therefore an old one.
 */
export const decideRefresh = (session: Session, presented: TokenHash, nowMs: number): RefreshDecision => {
  if (session.revokedAt !== null) return { tag: 'revoked' }
  const idleMs = nowMs - session.turnedAt.getTime()
  if (idleMs >= IDLE_MS || nowMs >= sessionEnd(session)) return { tag: 'expired' }
  if (presented === session.currentHash) return { tag: 'rotate' }
  return presented === session.previousHash && idleMs <= GRACE_MS ? { tag: 'repeat' } : { tag: 'reuse' }
}
