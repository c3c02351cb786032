import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MAX_FETCHED_BYTES } from '../../../application/ports/url-fetcher.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { ChatMessage } from '../../../domain/chat/message.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../unsupported.ts'

/** An image of a conversation that is named by its address. */
export interface WebImage {
  readonly url: string
  /** Path of the field in the caller's body. */
  readonly param: string
}

/** By address, in base64. */
export type FetchedFiles = ReadonlyMap<string, string>

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

/** One call must not make the gateway knock at any number of doors. */
const MOST_WEB_IMAGES = 32

/** Fetches them all, together no more than one caller may make us fetch. The first failure is the caller's. */
export const fetchWebImages = async (
  fetcher: UrlFetcher,
  images: readonly WebImage[],
  signal: AbortSignal | undefined,
): Promise<Either<UpstreamFailure, FetchedFiles>> => {
  const excess = images[MOST_WEB_IMAGES]
  if (excess !== undefined) {
    return unsupported(
      excess.param,
      `A request may name ${MOST_WEB_IMAGES} images by their address; send others as data.`,
    )
  }
  const fetched = new Map<string, string>()
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
      fetched.set(image.url, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'))
    }
  }
  return right(fetched)
}
