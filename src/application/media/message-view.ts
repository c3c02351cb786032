import { isPending } from '../../domain/conversation/message.ts'
import type { Message } from '../../domain/conversation/message.ts'
import { assetKindOf } from '../../domain/media/asset.ts'
import { DEFAULT_GRANT_LIFE_SECONDS, signedMediaPath } from '../../domain/media/signed-url.ts'
import type { MediaVariant } from '../../domain/media/signed-url.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { unixSeconds } from '../../domain/time-units.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { MediaAssetStore } from '../ports/media/media-asset-store.ts'
import type { MediaSigner } from '../ports/media/media-signer.ts'

/** A stored file with the signed paths under which a client can read it until they expire. */
export interface MediaView {
  readonly asset: StoredAsset
  readonly path: string
  /** Null for a file without a small image. */
  readonly thumbPath: string | null
}

/** A message as the API shows it. */
export interface MessageView<M = Message> {
  readonly message: M
  /** In the order of their places. */
  readonly media: readonly MediaView[]
}

export interface SignMediaDeps {
  readonly signer: Pick<MediaSigner, 'sign'>
  readonly clock: Clock
}

/** Signs the right to read a file, valid from now on for DEFAULT_GRANT_LIFE_SECONDS. */
export const signMedia =
  ({ signer, clock }: SignMediaDeps) =>
  (asset: StoredAsset): MediaView => {
    const expiresAtSeconds = unixSeconds(clock.now()) + DEFAULT_GRANT_LIFE_SECONDS
    const pathOf = (variant: MediaVariant): string => {
      const grant = { id: asset.ownerId, idx: asset.idx, variant, expiresAtSeconds }
      return signedMediaPath(grant, signer.sign(grant))
    }
    const isImage = assetKindOf(asset.mimeType) === 'image'
    return { asset, path: pathOf('full'), thumbPath: isImage ? pathOf('thumb') : null }
  }

export interface ViewMessagesDeps extends SignMediaDeps {
  readonly mediaAssets: Pick<MediaAssetStore, 'listOfAll'>
}

/**
 * Messages with their files, in the order of the input. A pending answer has no files: they are stored together with
 * its end, which may come between the reading of the message and the reading of its files.
 */
export const viewMessages =
  (deps: ViewMessagesDeps) =>
  async (messages: readonly Message[]): Promise<readonly MessageView[]> => {
    const finished = messages.filter((message) => !isPending(message))
    const assets = await deps.mediaAssets.listOfAll(finished.map(({ id }) => id))
    return messages.map((message) => ({ message, media: (assets.get(message.id) ?? []).map(signMedia(deps)) }))
  }
