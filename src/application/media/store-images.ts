import { imageFormatOf } from '../../domain/media/image-format.ts'
import { imageSize } from '../../domain/media/image-size.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import type { MediaStore } from '../ports/media-store.ts'

export type ImagesOwner = Pick<StoredAsset, 'ownerId' | 'galleryOf' | 'sent'>

/**
 * Stores the files of images and answers the rows that make them their owner's, in order from place 0. The rows are
 * the caller's to add, in whatever transaction makes the owner; until then the files are nobody's and can be pruned.
 */
export const storeImages =
  (media: Pick<MediaStore, 'put'>) =>
  ({ ownerId, ...shown }: ImagesOwner, images: readonly Uint8Array[]): Promise<readonly StoredAsset[]> =>
    Promise.all(
      images.map(async (bytes, idx) => {
        const mimeType = imageFormatOf(bytes)
        if (mimeType === null) throw new Error('what is to be stored is no image')
        const { address, sizeBytes } = await media.put(bytes, mimeType)
        const { width, height } = imageSize(bytes) ?? { width: null, height: null }
        const of = { ownerId, idx, mimeType, address, sizeBytes }
        return { ...of, width, height, seconds: null, thumbAddress: null, hasNoThumb: false, ...shown }
      }),
    )
