import type { MediaGrant } from '../../../domain/media/signed-url.ts'

/** Signs media addresses and verifies its own signatures, with retired keys too while they are kept. */
export interface MediaSigner {
  /** Text that may stand in a query as it is. */
  sign(grant: MediaGrant): string
  /** Whether this installation signed exactly this grant and the grant is still valid. */
  verify(grant: MediaGrant, signature: string, nowSeconds: number): boolean
}
