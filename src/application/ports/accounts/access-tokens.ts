import type { AccessClaims } from '../../../domain/identity/signed-token.ts'
import type { Jwk } from '../../../domain/identity/signing-key.ts'

/** Short-lived signed tokens that name the session of a request. */
export interface AccessTokens {
  issue(claims: AccessClaims): Promise<string>
  /**
   * Null for every token that this gateway did not issue or that is no longer valid. It does not check the session
   * itself.
   */
  verify(token: string): Promise<AccessClaims | null>
  /** The public keys of all tokens that the gateway may still accept. */
  publicKeys(): Promise<readonly Jwk[]>
}
