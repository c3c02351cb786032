import type { SocialProvider } from '../../domain/identity/social-identity.ts'

export interface LinkedIdentity {
  readonly provider: SocialProvider
  readonly subject: string
  readonly userId: string
}

export interface IdentityStore {
  /** The user whom the provider knows by this name. */
  find(provider: SocialProvider, subject: string): Promise<{ readonly userId: string } | null>
  /** False, and nothing written, when the name is somebody's already. Waits for one that is being written. */
  add(identity: LinkedIdentity, at: Date): Promise<boolean>
  /** Each provider once, in the order of their names. */
  providersOf(userId: string): Promise<readonly SocialProvider[]>
  /** All of one provider; false when there was none. */
  remove(userId: string, provider: SocialProvider): Promise<boolean>
  /** Those linked at or after `since`; null: all of them. */
  removeAllOf(userId: string, since: Date | null): Promise<void>
}
