import type { RevocationReason, Session, TokenHash } from '../../domain/identity/session.ts'

export type NewSession = Pick<Session, 'id' | 'userId' | 'secretId' | 'currentHash' | 'createdAt' | 'userAgent'> & {
  /** Hash of the part that all refresh tokens of the session share. */
  readonly familyHash: TokenHash
}

export interface Rotation {
  readonly id: string
  readonly from: TokenHash
  readonly to: TokenHash
  readonly at: Date
}

export interface SessionStore {
  /** A session begins with a proof of who its user is. */
  add(session: NewSession): Promise<void>
  find(id: string): Promise<Session | null>
  /** The session a refresh token grew from, whichever generation the token is. */
  findByFamily(familyHash: TokenHash): Promise<Session | null>
  /**
   * Makes `to` current and `from` its predecessor. True for exactly one of any number of concurrent calls;
   * false when `from` is not current any more or the session is revoked.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /** Those not revoked, the one used last first. */
  listOpenOf(userId: string): Promise<readonly Session[]>
  /** Notes a new proof of who the user is; a revoked session stays as it is. */
  freshen(id: string, at: Date): Promise<void>
  /** Revokes all of the user's sessions but for the `most` used last; answers the ids of the revoked. */
  revokeLongestIdle(userId: string, most: number, reason: RevocationReason, at: Date): Promise<readonly string[]>
  /** The first revocation stays. */
  revoke(id: string, reason: RevocationReason, at: Date): Promise<void>
  /** `except` is the session that stays. */
  revokeAllOf(userId: string, reason: RevocationReason, at: Date, except?: string): Promise<void>
  /** Deletes at most `limit` sessions that began before `createdBefore`; answers how many. */
  prune(createdBefore: Date, limit: number): Promise<number>
}
