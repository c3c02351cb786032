import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MAX_FETCHED_BYTES } from '../../../application/ports/url-fetcher.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { ChatMessage } from '../../../domain/chat/message.ts'
import { imageFormatOf } from '../../../domain/media/image-format.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../unsupported.ts'

/** As Google's `inlineData` wants it. */
export interface InlineImage {
  readonly mimeType: string
  /** Base64. */
  readonly data: string
}

/** Images of the web by their address: Google reads no foreign addresses, so the gateway fetches them. */
export type FetchedImages = ReadonlyMap<string, InlineImage>

export const NO_IMAGES: FetchedImages = new Map()

export interface WebImage {
  readonly url: string
  /** Path of the field in the caller's body. */
  readonly param: string
}

export const isWebAddress = (url: string): boolean => /^https?:/i.test(url)

/** The images of a conversation that must be fetched, each address once. */
export const webImagesIn = (messages: readonly ChatMessage[]): readonly WebImage[] => {
  const found = new Map<string, WebImage>()
  for (const [messageIndex, { content }] of messages.entries()) {
    if (content === undefined || content === null || typeof content === 'string') continue
    for (const [partIndex, part] of content.entries()) {
      const url = part.type === 'image_url' ? (part.image_url?.url ?? '') : ''
      const param = `messages.${messageIndex}.content.${partIndex}.image_url.url`
      if (isWebAddress(url) && !found.has(url)) found.set(url, { url, param })
    }
  }
  return [...found.values()]
}

const FETCHES_AT_A_TIME = 4

/** Fetches them all, together no more than one caller may make us fetch. The first failure is the caller's. */
export const fetchImages = async (
  fetcher: UrlFetcher,
  images: readonly WebImage[],
  signal: AbortSignal | undefined,
): Promise<Either<UpstreamFailure, FetchedImages>> => {
  const fetched = new Map<string, InlineImage>()
  let remainingBytes = MAX_FETCHED_BYTES
  for (let first = 0; first < images.length; first += FETCHES_AT_A_TIME) {
    const maxBytes = remainingBytes
    const batch = images.slice(first, first + FETCHES_AT_A_TIME)
    const files = await Promise.all(
      batch.map(async (image) => ({
        image,
        file: await fetcher.fetch(image.url, { maxBytes, accept: 'image', signal }),
      })),
    )
    for (const { image, file } of files) {
      if (file._tag === 'Left') return rejected(file.left.tag, image.param, file.left.message)
      const { bytes } = file.right
      remainingBytes -= bytes.length
      if (remainingBytes < 0) return rejected('payload_too_large', image.param, 'The images are too large together.')
      const inline = toInlineImage(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
        image.param,
      )
      if (inline._tag === 'Left') return inline
      fetched.set(image.url, inline.right)
    }
  }
  return right(fetched)
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
