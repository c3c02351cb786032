import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { MediaVariant } from '../../domain/media/signed-url.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import { storedFile } from './stored-file.ts'
import type { StoredFile } from './stored-file.ts'
import type { ThumbnailFailure, Thumbnails } from './thumbnails.ts'

export interface FindFileDeps {
  readonly media: Pick<MediaStore, 'get' | 'sizeOf'>
  readonly thumbnails: Thumbnails
}

export type FileFailure = ThumbnailFailure

export const MEDIA_NOT_FOUND: Either<{ readonly tag: 'not_found' }, never> = left({ tag: 'not_found' })

/** Opens the file of an asset, or its small variant. The caller has already decided who may read it. */
export const findFile = async (
  deps: FindFileDeps,
  asset: StoredAsset | null,
  variant: MediaVariant,
): Promise<Either<FileFailure, StoredFile>> => {
  if (asset === null) return MEDIA_NOT_FOUND
  const thumb = variant === 'thumb' ? await deps.thumbnails(asset) : null
  if (thumb !== null && isLeft(thumb)) return thumb
  const [address, mimeType] = thumb === null ? [asset.address, asset.mimeType] : ([thumb.right, 'image/webp'] as const)
  const file = await storedFile(deps.media, address, mimeType)
  return file === null ? MEDIA_NOT_FOUND : right(file)
}
