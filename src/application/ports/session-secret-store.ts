/** A secret under which refresh tokens are derived. */
export interface SessionSecret {
  readonly id: string
  /** 32 random bytes. */
  readonly secret: Uint8Array
  readonly createdAt: Date
}

/** Shared by all instances, so that each derives the same successor. */
export interface SessionSecretStore {
  find(id: string): Promise<SessionSecret | null>
  /** The newest secret. Writes `candidate` if there is none; of concurrent calls one writes. */
  newestOrBegin(candidate: SessionSecret): Promise<SessionSecret>
}
