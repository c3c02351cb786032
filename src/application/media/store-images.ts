import { imageFormatOf } from '../../domain/media/image-format.ts'
import { imageSize } from '../../domain/media/image-size.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import type { MediaStore } from '../ports/media/media-store.ts'

type ImagesOwner = Pick<StoredAsset, 'ownerId' | 'galleryOf' | 'sent'>

/**
 * Stores the files of images and returns their rows, in order from place 0. The caller writes the rows in the
 * transaction that makes their owner. Until then no row refers to the files and the pruning may delete them.
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
