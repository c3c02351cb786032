import type { Either } from 'fp-ts/lib/Either.js'
import { parseMediaGrant } from '../../domain/media/signed-url.ts'
import type { MediaGrantText } from '../../domain/media/signed-url.ts'
import { unixSeconds } from '../../domain/time-units.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { MediaSigner } from '../ports/media/media-signer.ts'
import type { MediaAssetStore } from '../ports/media/media-asset-store.ts'
import { findFile, MEDIA_NOT_FOUND } from './find-file.ts'
import type { FileFailure, FindFileDeps } from './find-file.ts'
import type { StoredFile } from './stored-file.ts'

interface ReadMediaDeps extends FindFileDeps {
  readonly mediaAssets: Pick<MediaAssetStore, 'findOfOpenAccount'>
  readonly signer: MediaSigner
  readonly clock: Clock
}

export interface ReadMediaInput extends MediaGrantText {
  readonly signature: string
}

/**
 * Finds the file that a signed address grants. The same failure answers a wrong address, a wrong or expired signature,
 * a missing file, and a file whose owner has closed the account.
 */
export const readMedia =
  (deps: ReadMediaDeps) =>
  async ({ signature, ...text }: ReadMediaInput): Promise<Either<FileFailure, StoredFile>> => {
    const grant = parseMediaGrant(text)
    if (grant === null || !deps.signer.verify(grant, signature, unixSeconds(deps.clock.now()))) return MEDIA_NOT_FOUND
    return findFile(deps, await deps.mediaAssets.findOfOpenAccount(grant.id, grant.idx), grant.variant)
  }
