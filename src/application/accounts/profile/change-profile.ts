import type { UserStore } from '../../ports/accounts/user-store.ts'
import { readProfile } from './read-profile.ts'
import type { Profile, ReadProfileDeps } from './read-profile.ts'

interface ChangeProfileDeps extends ReadProfileDeps {
  readonly users: Pick<UserStore, 'find' | 'setDisplayName'>
}

interface ChangeProfileInput {
  readonly userId: string
  /** Absent leaves the name as it is, null removes it. */
  readonly displayName?: string | null
}

export type ChangeProfile = (input: ChangeProfileInput) => Promise<Profile>

export const changeProfile =
  (deps: ChangeProfileDeps): ChangeProfile =>
  async ({ userId, displayName }) => {
    if (displayName !== undefined) await deps.users.setDisplayName(userId, displayName)
    return readProfile(deps)(userId)
  }
