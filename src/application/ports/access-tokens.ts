import type { AccessClaims } from '../../domain/identity/access-token.ts'
import type { Jwk } from '../../domain/identity/signing-key.ts'

/** Short-lived signed tokens that say which session calls. */
export interface AccessTokens {
  issue(claims: AccessClaims): Promise<string>
  /** Null for whatever is not a token of ours that is good now. Says nothing of the session behind it. */
  verify(token: string): Promise<AccessClaims | null>
  /** The public keys of every token that could still be accepted. */
  publicKeys(): Promise<readonly Jwk[]>
}
