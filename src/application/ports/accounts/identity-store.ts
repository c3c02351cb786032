import type { SocialProvider } from '../../../domain/identity/social-identity.ts'

export interface LinkedIdentity {
  readonly provider: SocialProvider
  readonly subject: string
  readonly userId: string
}

export interface IdentityStore {
  /** The user linked to this subject of the provider. */
  find(provider: SocialProvider, subject: string): Promise<{ readonly userId: string } | null>
  /**
   * False, and nothing written, when the subject is linked already. Waits for a concurrent `add` of the same subject.
   */
  add(identity: LinkedIdentity, at: Date): Promise<boolean>
  /** Each provider once, in the order of their names. */
  providersOf(userId: string): Promise<readonly SocialProvider[]>
  /** Removes all of one provider. False when there was none. */
  remove(userId: string, provider: SocialProvider): Promise<boolean>
  /** Removes those linked at or after `since`; null: all of them. */
  removeAllOf(userId: string, since: Date | null): Promise<void>
}
