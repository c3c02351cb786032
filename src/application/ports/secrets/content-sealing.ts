import type { Sealed } from '../../../domain/responses/stored-response.ts'

/** What was sealed was changed, or moved to another place, or its key is not given. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/** Encrypts what users wrote before it is stored, so that a copy of the store alone tells nothing of it. */
export interface ContentSealing {
  /** The key that seals now. */
  readonly keyId: string
  /** The keys that open and no longer seal. */
  readonly olderKeyIds: readonly string[]
  /** `place` names the row that the content is for. Sealing one content twice gives different bytes. */
  seal(content: Uint8Array, place: string): Sealed
  /**
   * Throws `SealBroken` where the content was changed, belongs to another place, or is under a key that is not given.
   */
  open(sealed: Sealed, place: string): Uint8Array
}
