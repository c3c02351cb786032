import { imageFormatOf } from '../../domain/media/image-format.ts'
import { imageSize } from '../../domain/media/image-size.ts'
import { DEFAULT_GRANT_LIFE_SECONDS, signedMediaPath } from '../../domain/media/signed-url.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { type Clock, unixSeconds } from '../ports/clock.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { MediaSigner } from '../ports/media-signer.ts'
import type { MediaStore } from '../ports/media-store.ts'

export interface KeepImagesDeps {
  readonly media: Pick<MediaStore, 'put'>
  readonly mediaAssets: Pick<MediaAssetStore, 'add'>
  readonly signer: Pick<MediaSigner, 'sign'>
  readonly clock: Clock
}

/** Stores the images of an operation; answers the signed paths at which they can be read for a while, in order. */
export const keepImages =
  (deps: KeepImagesDeps) =>
  async (operationId: string, images: readonly Uint8Array[]): Promise<readonly string[]> => {
    const assets = await Promise.all(
      images.map(async (bytes, idx): Promise<StoredAsset> => {
        const mimeType = imageFormatOf(bytes)
        if (mimeType === null) throw new Error('what is to be kept is no image')
        const { address, sizeBytes } = await deps.media.put(bytes, mimeType)
        const { width, height } = imageSize(bytes) ?? { width: null, height: null }
        const of = { ownerId: operationId, idx, mimeType, address, sizeBytes }
        return { ...of, width, height, seconds: null, thumbAddress: null, galleryOf: null }
      }),
    )
    await deps.mediaAssets.add(assets)
    const expiresAtSeconds = unixSeconds(deps.clock.now()) + DEFAULT_GRANT_LIFE_SECONDS
    return images.map((_, idx) => {
      const grant = { id: operationId, idx, variant: 'full', expiresAtSeconds } as const
      return signedMediaPath(grant, deps.signer.sign(grant))
    })
  }
