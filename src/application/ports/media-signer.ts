import type { MediaGrant } from '../../domain/media/signed-url.ts'

/** Signs addresses of media and recognises its own signatures, of retired keys too while they are kept. */
export interface MediaSigner {
  /** Text that may stand in a query as it is. */
  sign(grant: MediaGrant): string
  /** Whether the signature was made here for exactly this grant and the grant is still alive. */
  verify(grant: MediaGrant, signature: string, nowSeconds: number): boolean
}
