/** None of the given keys unwraps a secret of this installation. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
}

/** Encrypts secrets before they are stored, so that a copy of the store alone opens nothing. */
export interface SecretWrapping {
  /** `place` names the row and column that the secret is for. Wrapping one secret twice gives two texts. */
  wrap(secret: Uint8Array, place: string): Promise<string>
  /**
   * Rejects with `WrongMasterKey` if no given key wrapped it, if it was changed, or if it belongs to another place.
   */
  unwrap(wrapped: string, place: string): Promise<Uint8Array>
  /** Whether the key that wraps now wrapped it. */
  isCurrent(wrapped: string): boolean
}
