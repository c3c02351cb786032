import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatCall, ChatProvider } from '../../../application/ports/chat-provider.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { ChatMessage, ContentPart } from '../../../domain/chat/message.ts'
import { imageFormatOf } from '../../../domain/media/image-format.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { fetchWebImages, webImagesIn } from './web-images.ts'
import type { FetchedFiles } from './web-images.ts'

/**
 * The same provider, which never sees the address of an image: the gateway fetches it and sends the bytes. For
 * servers inside the operator's own network, where a public name may lead to a private host and the spelling of an
 * address cannot tell (`169.254.169.254.nip.io`).
 */
export const inlinedChat = (provider: ChatProvider, fetcher: UrlFetcher): ChatProvider => {
  const inlined = async (call: ChatCall): Promise<Either<UpstreamFailure, ChatCall>> => {
    const images = webImagesIn(call.request.messages)
    if (images.length === 0) return right(call)
    const fetched = await fetchWebImages(fetcher, images, call.signal)
    if (fetched._tag === 'Left') return fetched
    const messages = call.request.messages.map((message) => withData(message, fetched.right))
    return right({ ...call, request: { ...call.request, messages } })
  }
  return {
    ignores: (question) => provider.ignores(question),
    complete: async (call) => {
      const ready = await inlined(call)
      return ready._tag === 'Left' ? ready : provider.complete(ready.right)
    },
    stream: async (call) => {
      const ready = await inlined(call)
      return ready._tag === 'Left' ? ready : provider.stream(ready.right)
    },
  }
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
