export interface ApiKeySecrets {
  /** A new key of 256 random bits. */
  make(): string
  /** SHA-256 in hexadecimal. A key has full entropy, so a fast hash reveals nothing about it. */
  hash(key: string): string
}
