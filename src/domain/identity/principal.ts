/** The caller of the public gateway, as the API key identifies it. */
export interface GatewayPrincipal {
  readonly keyId: string
  readonly userId: string
  /** The rouble wallet that pays. */
  readonly walletId: string
  /** The spend record of the key. Every hold of the key counts against it. */
  readonly budgetId: string
  /** Null: the key may call every model. */
  readonly allowedModels: ReadonlySet<string> | null
  /** Overrides the installation's requests per minute. Null: the installation's rate applies. */
  readonly rateLimitPerMinute: number | null
}

/** The caller of the account interface, as the access token identifies it. */
export interface SessionPrincipal {
  readonly userId: string
  readonly sessionId: string
}
