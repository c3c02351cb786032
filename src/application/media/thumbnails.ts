import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { assetKindOf, type ContentAddress } from '../../domain/media/asset.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { boundedWork } from '../load/bounded-work.ts'
import { type ImageConverter, THUMBNAIL_PX } from '../ports/image-converter.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { MediaStore } from '../ports/media-store.ts'
import { wholeContent } from './whole-content.ts'

export type ThumbnailFailure = { readonly tag: 'not_found' } | { readonly tag: 'overloaded' }

/** The address of the small picture of an asset. */
export type Thumbnails = (asset: StoredAsset) => Promise<Either<ThumbnailFailure, ContentAddress>>

export interface ThumbnailDeps {
  readonly mediaAssets: Pick<MediaAssetStore, 'rememberThumb' | 'rememberNoThumb'>
  readonly media: Pick<MediaStore, 'put' | 'get'>
  readonly images: Pick<ImageConverter, 'thumbnail'>
}

/** As many as the converter works on at a time: those that wait have not been read into memory. */
const MOST_AT_ONCE = 2
/** Of different pictures; a page of a gallery asks for about as many. */
const MOST_WAITING = 64

type Made = Either<ThumbnailFailure, ContentAddress | null>

/**
 * Small pictures, made when they are first asked for and then remembered, and so is that none can be made of a file:
 * each costs one conversion, whatever is asked and how often. Those who ask for the same file at once share it. Sound
 * and video have none. Past a bound of pictures that wait the answer is `overloaded`.
 */
export const createThumbnails = ({ media, images, mediaAssets }: ThumbnailDeps): Thumbnails => {
  const underWay = new Map<ContentAddress, Promise<Made>>()
  const door = boundedWork({ mostAtOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING })

  const make = async (address: ContentAddress): Promise<Made> => {
    const original = await media.get(address)
    if (original === null) return left({ tag: 'not_found' })
    const thumb = await images.thumbnail(await wholeContent(original.content), THUMBNAIL_PX)
    if (isLeft(thumb)) return right(null)
    const stored = await media.put(thumb.right.bytes, thumb.right.mimeType)
    return right(stored.address)
  }
  const makeInTurn = async (address: ContentAddress): Promise<Made> => {
    try {
      const made = await door(() => make(address))
      return isLeft(made) ? made : made.right
    } finally {
      underWay.delete(address)
    }
  }
  const shared = (address: ContentAddress): Promise<Made> => {
    const making = underWay.get(address) ?? makeInTurn(address)
    underWay.set(address, making)
    return making
  }
  return async (asset) => {
    if (asset.thumbAddress !== null) return right(asset.thumbAddress)
    if (asset.hasNoThumb || assetKindOf(asset.mimeType) !== 'image') return left({ tag: 'not_found' })
    const made = await shared(asset.address)
    if (isLeft(made)) return made
    if (made.right === null) {
      await mediaAssets.rememberNoThumb(asset.ownerId, asset.idx)
      return left({ tag: 'not_found' })
    }
    await mediaAssets.rememberThumb(asset.ownerId, asset.idx, made.right)
    return right(made.right)
  }
}
