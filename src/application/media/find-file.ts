import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { assetKindOf, type ContentAddress } from '../../domain/media/asset.ts'
import type { MediaGrant } from '../../domain/media/signed-url.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { type ImageConverter, THUMBNAIL_PX } from '../ports/image-converter.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { MediaStore } from '../ports/media-store.ts'
import { type StoredFile, storedFile } from './stored-file.ts'
import { wholeContent } from './whole-content.ts'

export interface FindFileDeps {
  readonly mediaAssets: Pick<MediaAssetStore, 'find' | 'rememberThumb'>
  readonly media: Pick<MediaStore, 'put' | 'get' | 'sizeOf'>
  readonly images: Pick<ImageConverter, 'thumbnail'>
}

/** One file of a message or an operation, as it is or small. */
export type FileName = Pick<MediaGrant, 'id' | 'idx' | 'variant'>

export interface MediaNotFound {
  readonly tag: 'not_found'
}

export const MEDIA_NOT_FOUND: Either<MediaNotFound, never> = left({ tag: 'not_found' })

/** Made when it is first asked for. Sound and video have none. */
const thumbOf = async (deps: FindFileDeps, asset: StoredAsset): Promise<ContentAddress | null> => {
  if (asset.thumbAddress !== null) return asset.thumbAddress
  if (assetKindOf(asset.mimeType) !== 'image') return null
  const original = await deps.media.get(asset.address)
  if (original === null) return null
  const thumb = await deps.images.thumbnail(await wholeContent(original.content), THUMBNAIL_PX)
  if (isLeft(thumb)) return null
  const { address } = await deps.media.put(thumb.right.bytes, thumb.right.mimeType)
  await deps.mediaAssets.rememberThumb(asset.ownerId, asset.idx, address)
  return address
}

/** Finds a file for whoever may read it: who that is has been decided before. */
export const findFile = async (
  deps: FindFileDeps,
  { id, idx, variant }: FileName,
): Promise<Either<MediaNotFound, StoredFile>> => {
  const asset = await deps.mediaAssets.find(id, idx)
  if (asset === null) return MEDIA_NOT_FOUND
  const isThumb = variant === 'thumb'
  const address = isThumb ? await thumbOf(deps, asset) : asset.address
  if (address === null) return MEDIA_NOT_FOUND
  const file = await storedFile(deps.media, address, isThumb ? 'image/webp' : asset.mimeType)
  return file === null ? MEDIA_NOT_FOUND : right(file)
}
