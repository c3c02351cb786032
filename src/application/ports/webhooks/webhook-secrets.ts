export interface WebhookSecrets {
  /** A new secret of 256 random bits in the form of the Standard Webhooks specification: `whsec_` and base64. */
  make(): string
}
