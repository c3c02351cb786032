import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { assetKindOf } from '../../domain/media/asset.ts'
import type { ContentAddress } from '../../domain/media/asset.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { sharedLimiter } from '../load/shared-limiter.ts'
import { THUMBNAIL_PX } from '../ports/media/image-converter.ts'
import type { ImageConverter } from '../ports/media/image-converter.ts'
import type { MediaAssetStore } from '../ports/media/media-asset-store.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import { sharedWork } from '../shared-work.ts'
import { readContent } from './read-content.ts'

export type ThumbnailFailure = { readonly tag: 'not_found' } | { readonly tag: 'overloaded' }

/** The address of the small image of an asset. */
export type Thumbnails = (asset: StoredAsset) => Promise<Either<ThumbnailFailure, ContentAddress>>

interface ThumbnailDeps {
  readonly mediaAssets: Pick<MediaAssetStore, 'setThumbnail' | 'setNoThumbnail'>
  readonly media: Pick<MediaStore, 'put' | 'get'>
  readonly images: Pick<ImageConverter, 'thumbnail'>
}

/** Waiting images are not in memory yet. */
const IMAGES = {
  /** So many the converter works on at a time. */
  ofAll: { maxConcurrent: 2, maxQueued: 64 },
  /** One page of a gallery asks for about as many. */
  ofCaller: { maxConcurrent: 1, maxQueued: 64 },
}

type Made = Either<ThumbnailFailure, ContentAddress | null>

/**
 * Small images, made at the first request and then stored. The store also records that none can be made of a file, so
 * each file costs one conversion. Concurrent requests for the same file share it. Sound and video have no small image.
 * Accounts take turns, an image of each. Past the bound of waiting images, of an account or of all, the answer is
 * `overloaded`.
 */
export const createThumbnails = ({ media, images, mediaAssets }: ThumbnailDeps): Thumbnails => {
  const shared = sharedWork<Made>()
  const limited = sharedLimiter(IMAGES)

  const make = async (address: ContentAddress): Promise<Made> => {
    const original = await media.get(address)
    if (original === null) return left({ tag: 'not_found' })
    const thumb = await images.thumbnail(await readContent(original.content), THUMBNAIL_PX)
    if (isLeft(thumb)) return right(null)
    const stored = await media.put(thumb.right.bytes, thumb.right.mimeType)
    return right(stored.address)
  }
  /** A file that no gallery shows is of a call, which is asked for alone. */
  const makeInTurn = async ({ address, galleryOf, ownerId }: StoredAsset): Promise<Made> => {
    const made = await limited(galleryOf ?? ownerId, () => make(address))
    return isLeft(made) ? made : made.right
  }
  return async (asset) => {
    if (asset.thumbAddress !== null) return right(asset.thumbAddress)
    if (asset.hasNoThumb || assetKindOf(asset.mimeType) !== 'image') return left({ tag: 'not_found' })
    const made = await shared(asset.address, () => makeInTurn(asset))
    if (isLeft(made)) return made
    if (made.right === null) {
      await mediaAssets.setNoThumbnail(asset.ownerId, asset.idx)
      return left({ tag: 'not_found' })
    }
    await mediaAssets.setThumbnail(asset.ownerId, asset.idx, made.right)
    return right(made.right)
  }
}
