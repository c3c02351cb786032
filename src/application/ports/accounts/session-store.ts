import type { RevocationReason, Session, TokenHash } from '../../../domain/identity/session.ts'

export type NewSession = Pick<Session, 'id' | 'userId' | 'secretId' | 'currentHash' | 'createdAt' | 'userAgent'> & {
  /** Hash of the part that all refresh tokens of the session share. */
  readonly familyHash: TokenHash
}

interface Rotation {
  readonly id: string
  readonly from: TokenHash
  readonly to: TokenHash
  readonly at: Date
}

export interface SessionStore {
  /** A session begins with a proof of its user's identity. */
  add(session: NewSession): Promise<void>
  find(id: string): Promise<Session | null>
  /** The session of a refresh token, of whichever generation the token is. */
  findByFamily(familyHash: TokenHash): Promise<Session | null>
  /**
   * Makes `to` current and `from` its predecessor. True for exactly one of any number of concurrent calls;
   * false when `from` is not current any more or the session is revoked.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /** The sessions that are not revoked, the most recently used one first. */
  listOpenOf(userId: string): Promise<readonly Session[]>
  /** Notes a new proof of the user's identity. A revoked session stays as it is. */
  recordReauthentication(id: string, at: Date): Promise<void>
  /** Revokes all of the user's sessions except the `most` that were used last. Returns the ids of the revoked ones. */
  revokeLongestIdle(userId: string, most: number, reason: RevocationReason, at: Date): Promise<readonly string[]>
  /** The first revocation stays. */
  revoke(id: string, reason: RevocationReason, at: Date): Promise<void>
  /** `except` is the session that stays. */
  revokeAllOf(userId: string, reason: RevocationReason, at: Date, except?: string): Promise<void>
  /** Deletes at most `limit` sessions that began before `createdBefore`. Returns their number. */
  prune(createdBefore: Date, limit: number): Promise<number>
}
