import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UrlFetcher } from '../../../../application/ports/media/url-fetcher.ts'
import { imageFormatOf } from '../../../../domain/media/image-format.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { fetchWebImages } from '../../images/web-images.ts'
import type { WebImage } from '../../images/web-images.ts'
import { rejected, unsupported } from '../../failures/adapter-failures.ts'

/** As Google's `inlineData` wants it. */
interface InlineImage {
  readonly mimeType: string
  /** Base64. */
  readonly data: string
}

/** Images of the web by their address: Google reads no foreign addresses, so the gateway fetches them. */
export type FetchedImages = ReadonlyMap<string, InlineImage>

export const NO_IMAGES: FetchedImages = new Map()

/** Fetches the images that are named by their address, in the form that Google wants. */
export const fetchImages = async (
  fetcher: UrlFetcher,
  images: readonly WebImage[],
  signal: AbortSignal | undefined,
): Promise<Either<UpstreamFailure, FetchedImages>> => {
  const files = await fetchWebImages(fetcher, images, signal)
  if (isLeft(files)) return files
  const inlined = new Map<string, InlineImage>()
  for (const { url, param } of images) {
    const inline = toInlineImage(files.right.get(url) ?? '', param)
    if (isLeft(inline)) return inline
    inlined.set(url, inline.right)
  }
  return right(inlined)
}

/** An image of a `data:` URL; null for any other address. */
export const dataImage = (url: string, param: string): Either<UpstreamFailure, InlineImage> | null => {
  const comma = url.indexOf(',')
  return /^data:[^,]*;base64$/i.test(url.slice(0, Math.max(0, comma)))
    ? toInlineImage(url.slice(comma + 1), param)
    : null
}

/** Enough characters for every format's beginning. */
const HEAD_CHARS = 64

/** The bytes say what they are; what a caller or server called them decides nothing. */
const toInlineImage = (data: string, param: string): Either<UpstreamFailure, InlineImage> => {
  const mimeType = imageFormatOf(Buffer.from(data.slice(0, HEAD_CHARS), 'base64'))
  if (mimeType === null) return rejected('invalid_image', param, 'The data is no PNG, JPEG or WebP image.')
  if (mimeType === 'image/gif') return unsupported(param, 'This model reads no GIF images.')
  return right({ mimeType, data })
}
