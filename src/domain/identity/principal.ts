/** The caller of the public gateway, as the API key identifies it. */
export interface GatewayPrincipal {
  /** Also the id of the key's budget: every hold of the key counts against it. */
  readonly keyId: string
  readonly userId: string
  /** The rouble wallet that pays. */
  readonly walletId: string
  /** Null: the key may call every model. */
  readonly allowedModels: ReadonlySet<string> | null
  /** Overrides the installation's requests per minute. Null: the installation's rate applies. */
  readonly rateLimitPerMinute: number | null
  /** The key's own limit, beside that of the account. Null: none. */
  readonly requestsPerMinute: number | null
  /** Tokens that the key's calls may use in any 60 seconds. Null: as many as they like. */
  readonly tokensPerMinute: number | null
}

/** The caller of the account interface, as the access token identifies it. */
export interface SessionPrincipal {
  readonly userId: string
  readonly sessionId: string
  /** Whether the account has the role of an operator. As old as the cache of sessions allows. */
  readonly isOperator: boolean
}
