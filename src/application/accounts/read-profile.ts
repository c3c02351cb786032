import type { SocialProvider } from '../../domain/identity/social-identity.ts'
import type { User } from '../../domain/identity/user.ts'
import type { IdentityStore } from '../ports/identity-store.ts'
import type { UserStore } from '../ports/user-store.ts'

/** What people see of themselves. */
export interface Profile {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly hasPassword: boolean
  /** Names of the social providers the account is linked to. */
  readonly identities: readonly SocialProvider[]
  readonly createdAt: Date
}

const profileOf = (user: User, identities: readonly SocialProvider[]): Profile => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  displayName: user.displayName,
  hasPassword: user.passwordHash !== null,
  identities,
  createdAt: user.createdAt,
})

export interface ReadProfileDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly identities: Pick<IdentityStore, 'providersOf'>
}

export type ReadProfile = (userId: string) => Promise<Profile>

/** The caller's own profile. Users are never erased, so an authenticated caller without one is a broken invariant. */
export const readProfile =
  (deps: ReadProfileDeps): ReadProfile =>
  async (userId) => {
    const user = await deps.users.find(userId)
    if (user === null) throw new Error(`no user ${userId}`)
    return profileOf(user, await deps.identities.providersOf(userId))
  }
