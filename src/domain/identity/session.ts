/** Why a session ended before its time. */
export type RevocationReason =
  | 'logout'
  | 'reuse'
  | 'account_deactivated'
  | 'password_changed'
  | 'password_reset'
  | 'identity_unlinked'
  | 'ended_by_user'
  /** The user has more sessions than there may be; this one was used the longest ago. */
  | 'too_many_sessions'
  /** The owner of the mailbox took over an account that another person may have opened. */
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
  /** When the user last proved who they are; a refresh proves nothing. */
  readonly authenticatedAt: Date
  /** What the program that signed in calls itself. */
  readonly userAgent: string | null
}

/** A client whose answer got lost, or whose tabs refresh at once, may present the predecessor this long. */
export const GRACE_MS = 10_000

/** A session not refreshed for this long is over. */
export const IDLE_MS = 14 * 24 * 60 * 60 * 1000

/** No session outlives this, however often it is refreshed. */
export const ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000

/** How long a sign-in counts as fresh for what opens or closes a way into the account. */
export const FRESH_MS = 10 * 60 * 1000

/** Sessions that one user has at once: more than a person has devices, few enough to list. */
export const MOST_SESSIONS = 50

/** The first moment at which the session is over even if used all the time. */
export const sessionEnd = (session: Pick<Session, 'createdAt'>): number => session.createdAt.getTime() + ABSOLUTE_MS

/** Whether the session still counts; idleness aside, which no caller with an access token has reached. */
export const isOpen = (session: Pick<Session, 'createdAt' | 'revokedAt'>, nowMs: number): boolean =>
  session.revokedAt === null && nowMs < sessionEnd(session)

/** Whether the session can still be refreshed. */
export const isLive = (session: Session, nowMs: number): boolean =>
  isOpen(session, nowMs) && nowMs - session.turnedAt.getTime() < IDLE_MS

export const isFresh = (session: Pick<Session, 'authenticatedAt'>, nowMs: number): boolean =>
  nowMs - session.authenticatedAt.getTime() < FRESH_MS

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
