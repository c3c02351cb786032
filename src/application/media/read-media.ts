import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { assetKindOf, type ContentAddress } from '../../domain/media/asset.ts'
import { type MediaGrantText, parseMediaGrant } from '../../domain/media/signed-url.ts'
import { type Clock, unixSeconds } from '../ports/clock.ts'
import { type ImageConverter, THUMBNAIL_PX } from '../ports/image-converter.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { MediaSigner } from '../ports/media-signer.ts'
import type { MediaStore } from '../ports/media-store.ts'
import { type StoredFile, storedFile } from './stored-file.ts'

export interface ReadMediaDeps {
  readonly signer: MediaSigner
  readonly mediaAssets: Pick<MediaAssetStore, 'find' | 'rememberThumb'>
  readonly media: Pick<MediaStore, 'put' | 'get' | 'sizeOf'>
  readonly images: Pick<ImageConverter, 'thumbnail'>
  readonly clock: Clock
}

export interface ReadMediaInput extends MediaGrantText {
  readonly signature: string
}

/** A wrong address, a wrong or dead signature and a missing file look the same. */
export interface MediaNotFound {
  readonly tag: 'not_found'
}

const NOT_FOUND = left<MediaNotFound>({ tag: 'not_found' })

const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Made when it is first asked for. Sound and video have none. */
const thumbOf = async (deps: ReadMediaDeps, asset: StoredAsset): Promise<ContentAddress | null> => {
  if (asset.thumbAddress !== null) return asset.thumbAddress
  if (assetKindOf(asset.mimeType) !== 'image') return null
  const original = await deps.media.get(asset.address)
  if (original === null) return null
  const thumb = await deps.images.thumbnail(await bytesOf(original.content), THUMBNAIL_PX)
  if (isLeft(thumb)) return null
  const { address } = await deps.media.put(thumb.right.bytes, thumb.right.mimeType)
  await deps.mediaAssets.rememberThumb(asset.ownerId, asset.idx, address)
  return address
}

/** Finds the file that a signed address grants. */
export const readMedia =
  (deps: ReadMediaDeps) =>
  async ({ signature, ...text }: ReadMediaInput): Promise<Either<MediaNotFound, StoredFile>> => {
    const grant = parseMediaGrant(text)
    if (grant === null || !deps.signer.verify(grant, signature, unixSeconds(deps.clock.now()))) return NOT_FOUND
    const asset = await deps.mediaAssets.find(grant.id, grant.idx)
    if (asset === null) return NOT_FOUND
    const isThumb = grant.variant === 'thumb'
    const address = isThumb ? await thumbOf(deps, asset) : asset.address
    if (address === null) return NOT_FOUND
    const file = await storedFile(deps.media, address, isThumb ? 'image/webp' : asset.mimeType)
    return file === null ? NOT_FOUND : right(file)
  }
