import type { TokenHash } from '../../domain/identity/session.ts'

export interface FirstRefreshToken {
  readonly token: string
  readonly hash: TokenHash
  readonly familyHash: TokenHash
  readonly secretId: string
}

export interface PresentedRefreshToken {
  readonly hash: TokenHash
  /** Shared by all tokens of one session and known to nobody who never held one. */
  readonly familyHash: TokenHash
}

/** Makes refresh tokens and reads presented ones. Knows no session. */
export interface RefreshTokens {
  /** A token of random bits, to begin a session with. */
  first(): Promise<FirstRefreshToken>
  /** Null for what could not be a token at all. */
  read(presented: string): PresentedRefreshToken | null
  /** The same successor for the same token, on every instance. The secret must be known; else rejects. */
  successorOf(token: string, secretId: string): Promise<{ readonly token: string; readonly hash: TokenHash }>
}
