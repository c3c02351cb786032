import type { User } from '../../domain/identity/user.ts'

export type NewUser = Pick<
  User,
  'id' | 'email' | 'emailFolded' | 'emailVerified' | 'ownerProvenAt' | 'displayName' | 'passwordHash' | 'createdAt'
>

export interface UserPage {
  /** Only users whose id sorts after this one. */
  readonly after: string | null
  readonly limit: number
}

export interface UserStore {
  /** False, and nothing written, when another user has the folded address. Waits for one that is being written. */
  add(user: NewUser): Promise<boolean>
  find(id: string): Promise<User | null>
  findByEmail(emailFolded: string): Promise<User | null>
  /** Inside a unit of work: the user as they are now and, until its end, stay but for what it writes itself. */
  lock(id: string): Promise<User | null>
  /** In the order of their ids, which is the order in which they registered. */
  list(page: UserPage): Promise<readonly User[]>
  setDisplayName(id: string, displayName: string | null): Promise<void>
  /** Replaces the hash only while it is still `from`, so that a rehash cannot undo a change of password. */
  replacePasswordHash(id: string, from: string, to: string): Promise<boolean>
  /** Null: nobody enters with a password until one is set again. */
  setPasswordHash(id: string, passwordHash: string | null): Promise<void>
  /** From `at` on the account is known to be its mailbox's owner's; its address counts as verified. */
  proveOwner(id: string, at: Date): Promise<void>
  /** False when there is no such user. The first moment of deactivation stays. */
  deactivate(id: string, at: Date): Promise<boolean>
  /** False when there is no such user. */
  reactivate(id: string): Promise<boolean>
  /** Gives a deactivated user's address free by this one, which is not verified. False when the user is active. */
  freeAddress(id: string, replacement: string): Promise<boolean>
}
