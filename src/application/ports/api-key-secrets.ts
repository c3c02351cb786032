export interface ApiKeySecrets {
  /** A new key of 256 random bits. */
  make(): string
  /** SHA-256 in hexadecimal: a key has full entropy, so a fast hash gives nothing away. */
  hash(key: string): string
}
