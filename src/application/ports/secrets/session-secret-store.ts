/** A secret from which refresh tokens are derived. */
export interface SessionSecret {
  readonly id: string
  /** 32 random bytes. */
  readonly secret: Uint8Array
  readonly createdAt: Date
}

/** All instances share it, so that each derives the same successor. */
export interface SessionSecretStore {
  find(id: string): Promise<SessionSecret | null>
  /** The newest secret. Writes `candidate` if there is none; of concurrent calls one writes. */
  newestOrCreate(candidate: SessionSecret): Promise<SessionSecret>
}
