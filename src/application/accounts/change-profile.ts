import type { UserStore } from '../ports/user-store.ts'
import { type Profile, readProfile, type ReadProfileDeps } from './read-profile.ts'

export interface ChangeProfileDeps extends ReadProfileDeps {
  readonly users: Pick<UserStore, 'find' | 'setDisplayName'>
}

export interface ChangeProfileInput {
  readonly userId: string
  /** Absent leaves, null clears. */
  readonly displayName?: string | null
}

export type ChangeProfile = (input: ChangeProfileInput) => Promise<Profile>

export const changeProfile =
  (deps: ChangeProfileDeps): ChangeProfile =>
  async ({ userId, displayName }) => {
    if (displayName !== undefined) await deps.users.setDisplayName(userId, displayName)
    return readProfile(deps)(userId)
  }
