import type { User } from '../../../domain/identity/user.ts'

export type NewUser = Pick<
  User,
  'id' | 'email' | 'emailFolded' | 'emailVerified' | 'ownerProvenAt' | 'displayName' | 'passwordHash' | 'createdAt'
>

interface UserPageQuery {
  /** Only users whose id sorts after this one. */
  readonly after: string | null
  readonly limit: number
}

export interface UserStore {
  /**
   * False, and nothing written, when another user has the folded address. Waits for a concurrent `add` of the same
   * address.
   */
  add(user: NewUser): Promise<boolean>
  find(id: string): Promise<User | null>
  findByEmail(emailFolded: string): Promise<User | null>
  /** Inside a unit of work: locks the user's row until the unit ends and returns it. */
  lock(id: string): Promise<User | null>
  /** In the order of their ids, which is the order in which they registered. */
  list(page: UserPageQuery): Promise<readonly User[]>
  setDisplayName(id: string, displayName: string | null): Promise<void>
  /** Replaces the hash only while it still is `from`, so that a rehash cannot undo a change of password. */
  replacePasswordHash(id: string, from: string, to: string): Promise<boolean>
  /** Null: the user cannot sign in with a password until a new one is set. */
  setPasswordHash(id: string, passwordHash: string | null): Promise<void>
  /** From `at` on the account's owner is proven to read its mailbox, and its address counts as verified. */
  proveOwner(id: string, at: Date): Promise<void>
  /** False when the user does not exist. The first moment of deactivation stays. */
  deactivate(id: string, at: Date): Promise<boolean>
  /** False when the user does not exist. */
  reactivate(id: string): Promise<boolean>
  /** Null: the installation's number of requests a minute applies. */
  setRateLimit(id: string, requestsPerMinute: number | null): Promise<void>
  /** Null: without the role of an operator. */
  setOperatorSince(id: string, since: Date | null): Promise<void>
  /** Replaces a deactivated user's address by this one, which is not verified. False when the user is active. */
  freeAddress(id: string, replacement: string): Promise<boolean>
}
