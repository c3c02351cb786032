import type { Either } from 'fp-ts/lib/Either.js'
import { type MediaGrantText, parseMediaGrant } from '../../domain/media/signed-url.ts'
import { type Clock, unixSeconds } from '../ports/clock.ts'
import type { MediaSigner } from '../ports/media-signer.ts'
import { findFile, type FindFileDeps, MEDIA_NOT_FOUND, type MediaNotFound } from './find-file.ts'
import type { StoredFile } from './stored-file.ts'

export interface ReadMediaDeps extends FindFileDeps {
  readonly signer: MediaSigner
  readonly clock: Clock
}

export interface ReadMediaInput extends MediaGrantText {
  readonly signature: string
}

/**
 * Finds the file that a signed address grants. A wrong address, a wrong or dead signature and a missing file look
 * the same.
 */
export const readMedia =
  (deps: ReadMediaDeps) =>
  async ({ signature, ...text }: ReadMediaInput): Promise<Either<MediaNotFound, StoredFile>> => {
    const grant = parseMediaGrant(text)
    if (grant === null || !deps.signer.verify(grant, signature, unixSeconds(deps.clock.now()))) return MEDIA_NOT_FOUND
    return findFile(deps, grant)
  }
