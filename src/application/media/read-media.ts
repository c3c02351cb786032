import type { Either } from 'fp-ts/lib/Either.js'
import { type MediaGrantText, parseMediaGrant } from '../../domain/media/signed-url.ts'
import { type Clock, unixSeconds } from '../ports/clock.ts'
import type { MediaSigner } from '../ports/media-signer.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import { type FileFailure, findFile, type FindFileDeps, MEDIA_NOT_FOUND } from './find-file.ts'
import type { StoredFile } from './stored-file.ts'

export interface ReadMediaDeps extends FindFileDeps {
  readonly mediaAssets: Pick<MediaAssetStore, 'findOfOpenAccount'>
  readonly signer: MediaSigner
  readonly clock: Clock
}

export interface ReadMediaInput extends MediaGrantText {
  readonly signature: string
}

/**
 * Finds the file that a signed address grants. A wrong address, a wrong or dead signature, a missing file and
 * one whose owner has closed the account look the same.
 */
export const readMedia =
  (deps: ReadMediaDeps) =>
  async ({ signature, ...text }: ReadMediaInput): Promise<Either<FileFailure, StoredFile>> => {
    const grant = parseMediaGrant(text)
    if (grant === null || !deps.signer.verify(grant, signature, unixSeconds(deps.clock.now()))) return MEDIA_NOT_FOUND
    return findFile(deps, await deps.mediaAssets.findOfOpenAccount(grant.id, grant.idx), grant.variant)
  }
