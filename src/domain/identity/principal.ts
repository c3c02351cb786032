/** Who calls the public gateway, as far as an API key says. */
export interface GatewayPrincipal {
  readonly keyId: string
  readonly userId: string
  /** The rouble wallet that pays. */
  readonly walletId: string
  /** The spend record of the key; every hold counts against it. */
  readonly budgetId: string
  /** Null: every model. */
  readonly allowedModels: ReadonlySet<string> | null
  /** Overrides the installation's requests per minute. */
  readonly rateLimitPerMinute: number | null
}

/** Who calls the account interface, as far as an access token says. */
export interface SessionPrincipal {
  readonly userId: string
  readonly sessionId: string
}
