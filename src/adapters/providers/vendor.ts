import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatProvider, ChatStream } from '../../application/ports/chat-provider.ts'
import type { ImageProvider } from '../../application/ports/image-provider.ts'
import type { SpeechProvider } from '../../application/ports/speech-provider.ts'
import type { VideoPoll, VideoProvider } from '../../application/ports/video-provider.ts'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'

/** What one provider can be asked for. */
export interface Vendor {
  readonly chat?: ChatProvider
  readonly images?: ImageProvider
  readonly speech?: SpeechProvider
  readonly videos?: VideoProvider
}

/** What a decorator of a vendor knows of a call. */
export interface VendorCall {
  readonly work: 'chat' | 'chat_stream' | 'image' | 'speech' | 'video' | 'video_poll' | 'video_download'
  readonly deployment: Deployment
  /** The catalogue's model and the operation; null where a job is asked for by the vendor's own name of it. */
  readonly model: string | null
  readonly operationId: string | null
}

/** Sees every outcome of a vendor, each broken stream too, and hands it on, changed or as it is. */
export type ThroughOutcomes = <A>(outcome: Either<UpstreamFailure, A>, call: VendorCall) => Either<UpstreamFailure, A>

/** The same vendor, all of whose outcomes pass through a function. Here, at the port, so that no adapter forgets it. */
export const vendorThrough = (vendor: Vendor, through: ThroughOutcomes): Vendor => ({
  ...(vendor.chat === undefined ? {} : { chat: chatThrough(vendor.chat, through) }),
  ...(vendor.images === undefined ? {} : { images: imagesThrough(vendor.images, through) }),
  ...(vendor.speech === undefined ? {} : { speech: speechThrough(vendor.speech, through) }),
  ...(vendor.videos === undefined ? {} : { videos: videosThrough(vendor.videos, through) }),
})

interface NamedCall {
  readonly operationId: string
  readonly deployment: Deployment
  readonly request: { readonly model: string }
}

const named = (work: VendorCall['work'], { operationId, deployment, request }: NamedCall): VendorCall => ({
  work,
  deployment,
  model: request.model,
  operationId,
})

const ofJob = (work: VendorCall['work'], { deployment }: VideoPoll): VendorCall => ({
  work,
  deployment,
  model: null,
  operationId: null,
})

const chatThrough = (chat: ChatProvider, through: ThroughOutcomes): ChatProvider => ({
  ignores: (question) => chat.ignores(question),
  complete: async (call) => through(await chat.complete(call), named('chat', call)),
  stream: async (call) => {
    const about = named('chat_stream', call)
    const opened = through(await chat.stream(call), about)
    return isLeft(opened) ? opened : right(streamThrough(opened.right, through, about))
  },
})

/** No generator of its own: every chunk passes here. */
const streamThrough = (stream: ChatStream, through: ThroughOutcomes, call: VendorCall): ChatStream => ({
  chunks: {
    [Symbol.asyncIterator]: () => {
      const chunks = stream.chunks[Symbol.asyncIterator]()
      return {
        next: () =>
          chunks
            .next()
            .then((result) =>
              result.done === true || !isLeft(result.value) ? result : { value: through(result.value, call) },
            ),
        return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
      }
    },
  },
  // Some vendors name a call in its first event only.
  get upstreamRequestId() {
    return stream.upstreamRequestId
  },
})

const imagesThrough = (images: ImageProvider, through: ThroughOutcomes): ImageProvider => ({
  ignores: (question) => images.ignores(question),
  draw: async (call) => through(await images.draw(call), named('image', call)),
})

const speechThrough = (speech: SpeechProvider, through: ThroughOutcomes): SpeechProvider => ({
  speak: async (call) => through(await speech.speak(call), named('speech', call)),
})

const videosThrough = (videos: VideoProvider, through: ThroughOutcomes): VideoProvider => ({
  asksNobody: videos.asksNobody,
  submit: async (submission) => through(await videos.submit(submission), named('video', submission)),
  poll: async (poll) => through(await videos.poll(poll), ofJob('video_poll', poll)),
  download: async (poll, source) => {
    const about = ofJob('video_download', poll)
    const opened = through(await videos.download(poll, source), about)
    return isLeft(opened) ? opened : right(bytesThrough(opened.right, through, about))
  },
})

async function* bytesThrough(
  bytes: AsyncIterable<Either<UpstreamFailure, Uint8Array>>,
  through: ThroughOutcomes,
  call: VendorCall,
): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
  for await (const piece of bytes) yield isLeft(piece) ? through(left(piece.left), call) : piece
}
