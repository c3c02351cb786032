import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatCall } from '../../../application/ports/providers/chat-provider.ts'
import { MAX_FETCHED_BYTES } from '../../../application/ports/media/url-fetcher.ts'
import type { UrlFetcher } from '../../../application/ports/media/url-fetcher.ts'
import type { ChatMessage, ContentPart } from '../../../domain/chat/message.ts'
import { imageFormatOf } from '../../../domain/media/image-format.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../failures/adapter-failures.ts'

/** An image of a conversation that is named by its address. */
export interface WebImage {
  readonly url: string
  /** Path of the field in the caller's body. */
  readonly param: string
}

/** By address, in base64. */
type FetchedFiles = ReadonlyMap<string, string>

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
const MAX_WEB_IMAGES = 32

/** Fetches them all, together no more than one caller may make us fetch. The first failure is the caller's. */
export const fetchWebImages = async (
  fetcher: UrlFetcher,
  images: readonly WebImage[],
  signal: AbortSignal | undefined,
): Promise<Either<UpstreamFailure, FetchedFiles>> => {
  const excess = images[MAX_WEB_IMAGES]
  if (excess !== undefined) {
    return unsupported(
      excess.param,
      `A request may name ${MAX_WEB_IMAGES} images by their address; send others as data.`,
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
      if (isLeft(file)) return rejected(file.left.tag, image.param, file.left.message)
      const { bytes } = file.right
      remainingBytes -= bytes.length
      if (remainingBytes < 0) return rejected('payload_too_large', image.param, 'The images are too large together.')
      fetched.set(image.url, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'))
    }
  }
  return right(fetched)
}

/** The same call, whose images are the bytes themselves and no addresses. */
export const withImageData = async (
  call: ChatCall,
  fetcher: UrlFetcher,
): Promise<Either<UpstreamFailure, ChatCall>> => {
  const images = webImagesIn(call.request.messages)
  if (images.length === 0) return right(call)
  const fetched = await fetchWebImages(fetcher, images, call.signal)
  if (isLeft(fetched)) return fetched
  const messages = call.request.messages.map((message) => withData(message, fetched.right))
  return right({ ...call, request: { ...call.request, messages } })
}

const withData = (message: ChatMessage, fetched: FetchedFiles): ChatMessage => {
  const { content } = message
  if (content === undefined || content === null || typeof content === 'string') return message
  return { ...message, content: content.map((part) => inPlace(part, fetched)) }
}

const inPlace = (part: ContentPart, fetched: FetchedFiles): ContentPart => {
  const data = fetched.get(part.image_url?.url ?? '')
  return data === undefined ? part : { ...part, image_url: { ...part.image_url, url: dataUrlOf(data) } }
}

/** Enough characters for every format's beginning. */
const HEAD_CHARS = 64

/** The fetcher let nothing through but images, so the bytes say which. */
const dataUrlOf = (data: string): string => {
  const mimeType = imageFormatOf(Buffer.from(data.slice(0, HEAD_CHARS), 'base64')) ?? 'image/png'
  return `data:${mimeType};base64,${data}`
}
