import { DAY_MS, MINUTE_MS } from '../time-units.ts'

/** Why a session ended before its time. */
export type RevocationReason =
  | 'logout'
  | 'reuse'
  | 'account_deactivated'
  | 'password_changed'
  | 'password_reset'
  | 'identity_unlinked'
  | 'ended_by_user'
  /** The user opened more sessions than allowed, and this one had been unused for the longest time. */
  | 'too_many_sessions'
  /** The owner of the mailbox took over an account that another person may have opened. */
  | 'account_claimed'

/** SHA-256 of a refresh token, in hexadecimal. */
export type TokenHash = string

/** One sign-in and the chain of refresh tokens that followed it. */
export interface Session {
  readonly id: string
  readonly userId: string
  /** Names the secret that derives each refresh token from the one before. */
  readonly secretId: string
  readonly currentHash: TokenHash
  /** The direct predecessor; null until the first rotation. */
  readonly previousHash: TokenHash | null
  /** When `currentHash` became current: at the sign-in or at the last rotation. */
  readonly rotatedAt: Date
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** When the user last proved their identity. A refresh is no such proof. */
  readonly authenticatedAt: Date
  /** The User-Agent of the program that signed in. */
  readonly userAgent: string | null
}

/**
 * Milliseconds in which a client may present the previous token again: its response got lost, or two tabs refreshed at
 * once.
 */
export const REFRESH_GRACE_MS = 10_000

/** A session that no client refreshed for this long is over. */
export const SESSION_IDLE_TIMEOUT_MS = 14 * DAY_MS

/** No session outlives this, however often a client refreshes it. */
export const SESSION_ABSOLUTE_TIMEOUT_MS = 30 * DAY_MS

/** How long a sign-in counts as recent for the actions that open or close a way into the account. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

/** Sessions that one user may have at once: more than a person has devices, and few enough for one list. */
export const MAX_SESSIONS = 50

/** Milliseconds since the epoch at which the session is over, even if a client uses it all the time. */
export const sessionEnd = (session: Pick<Session, 'createdAt'>): number =>
  session.createdAt.getTime() + SESSION_ABSOLUTE_TIMEOUT_MS

/**
 * Whether the session is still open. Idleness does not count here: an access token expires long before the idle
 * timeout.
 */
export const isOpen = (session: Pick<Session, 'createdAt' | 'revokedAt'>, nowMs: number): boolean =>
  session.revokedAt === null && nowMs < sessionEnd(session)

/** Whether there is a session, it is the user's, and it is still open. */
export const isOpenSessionOf = (session: Session | null, userId: string, nowMs: number): session is Session =>
  session !== null && session.userId === userId && isOpen(session, nowMs)

/** Whether a client can still refresh the session. */
export const isLive = (session: Session, nowMs: number): boolean =>
  isOpen(session, nowMs) && nowMs - session.rotatedAt.getTime() < SESSION_IDLE_TIMEOUT_MS

/** Whether the sign-in, or a later proof of identity, counts as recent. */
export const isFresh = (session: Pick<Session, 'authenticatedAt'>, nowMs: number): boolean =>
  nowMs - session.authenticatedAt.getTime() < RECENT_SIGN_IN_MS

export type RefreshDecision =
  /** The token is the current one. Its successor becomes current. */
  | { readonly tag: 'rotate' }
  /**
   * The token is the previous one, within the grace period. The client gets the same successor again and nothing
   * changes.
   */
  | { readonly tag: 'repeat' }
  /** The token was replaced before. It was copied, so the session cannot know who holds the current one. */
  | { readonly tag: 'reuse' }
  | { readonly tag: 'revoked' }
  | { readonly tag: 'expired' }

/**
 * Decides on a refresh token of this session at `nowMs`. The caller has checked that the token belongs to the session's
 * chain, so a token that is neither the current nor the previous one is an old one. The rules are those of refresh
 * token rotation (RFC 9700, section 4.14).
 */
export const decideRefresh = (session: Session, presented: TokenHash, nowMs: number): RefreshDecision => {
  if (session.revokedAt !== null) return { tag: 'revoked' }
  const idleMs = nowMs - session.rotatedAt.getTime()
  if (idleMs >= SESSION_IDLE_TIMEOUT_MS || nowMs >= sessionEnd(session)) return { tag: 'expired' }
  if (presented === session.currentHash) return { tag: 'rotate' }
  return presented === session.previousHash && idleMs <= REFRESH_GRACE_MS ? { tag: 'repeat' } : { tag: 'reuse' }
}
