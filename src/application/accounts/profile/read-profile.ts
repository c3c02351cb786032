import type { SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { User } from '../../../domain/identity/user.ts'
import type { IdentityStore } from '../../ports/accounts/identity-store.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'

/** What a user reads about their own account. */
export interface Profile {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly hasPassword: boolean
  /** The social providers that are linked to the account. */
  readonly identities: readonly SocialProvider[]
  readonly createdAt: Date
  /** Whether the account may use the interface of operators. */
  readonly isOperator: boolean
}

const profileOf = (user: User, identities: readonly SocialProvider[]): Profile => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  displayName: user.displayName,
  hasPassword: user.passwordHash !== null,
  identities,
  createdAt: user.createdAt,
  isOperator: user.operatorSince !== null,
})

export interface ReadProfileDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly identities: Pick<IdentityStore, 'providersOf'>
}

export type ReadProfile = (userId: string) => Promise<Profile>

/**
 * The caller's own profile. User rows are never deleted, so an authenticated caller without a row is a fault of the
 * program.
 */
export const readProfile =
  (deps: ReadProfileDeps): ReadProfile =>
  async (userId) => {
    const user = await deps.users.find(userId)
    if (user === null) throw new Error(`no user ${userId}`)
    return profileOf(user, await deps.identities.providersOf(userId))
  }
