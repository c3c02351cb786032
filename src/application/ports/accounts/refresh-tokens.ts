import type { TokenHash } from '../../../domain/identity/session.ts'

interface FirstRefreshToken {
  readonly token: string
  readonly hash: TokenHash
  readonly familyHash: TokenHash
  readonly secretId: string
}

export interface PresentedRefreshToken {
  readonly hash: TokenHash
  /** The same for all tokens of one session. Only a holder of one of its tokens can compute it. */
  readonly familyHash: TokenHash
}

/** Makes refresh tokens and reads presented ones. It does not know sessions. */
export interface RefreshTokens {
  /** A token of random bits, for a new session. */
  first(): Promise<FirstRefreshToken>
  /** Null for a text that cannot be a token. */
  read(presented: string): PresentedRefreshToken | null
  /** The same successor for the same token, on every instance. Rejects when the secret is unknown. */
  successorOf(token: string, secretId: string): Promise<{ readonly token: string; readonly hash: TokenHash }>
}
