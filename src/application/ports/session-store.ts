import type { RevocationReason, Session, TokenHash } from '../../domain/identity/session.ts'

export type NewSession = Pick<Session, 'id' | 'userId' | 'secretId' | 'currentHash' | 'createdAt'> & {
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
  add(session: NewSession): Promise<void>
  /** The session a refresh token grew from, whichever generation the token is. */
  findByFamily(familyHash: TokenHash): Promise<Session | null>
  /**
   * Makes `to` current and `from` its predecessor. True for exactly one of any number of concurrent calls;
   * false when `from` is not current any more or the session is revoked.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /** The first revocation stays. */
  revoke(id: string, reason: RevocationReason, at: Date): Promise<void>
  /** `except` is the session that stays. */
  revokeAllOf(userId: string, reason: RevocationReason, at: Date, except?: string): Promise<void>
  /** Deletes at most `limit` sessions that began before `createdBefore`; answers how many. */
  prune(createdBefore: Date, limit: number): Promise<number>
}
