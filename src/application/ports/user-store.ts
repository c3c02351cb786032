import type { User } from '../../domain/identity/user.ts'

export type NewUser = Pick<
  User,
  'id' | 'email' | 'emailFolded' | 'emailVerified' | 'displayName' | 'passwordHash' | 'createdAt'
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
  /** In the order of their ids, which is the order in which they registered. */
  list(page: UserPage): Promise<readonly User[]>
  setDisplayName(id: string, displayName: string | null): Promise<void>
  /** Replaces the hash only while it is still `from`, so that a rehash cannot undo a change of password. */
  replacePasswordHash(id: string, from: string, to: string): Promise<void>
  /** False when there is no such user. The first moment of deactivation stays. */
  deactivate(id: string, at: Date): Promise<boolean>
  /** False when there is no such user. */
  reactivate(id: string): Promise<boolean>
}
