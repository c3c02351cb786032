import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatProvider, ChatStream } from '../../application/ports/providers/chat-provider.ts'
import type { ImageProvider } from '../../application/ports/providers/image-provider.ts'
import { mapPorts } from '../../application/ports/providers/provider-ports.ts'
import type { PortByKind, ProviderPorts } from '../../application/ports/providers/provider-ports.ts'
import type { SpeechProvider } from '../../application/ports/providers/speech-provider.ts'
import type { UpstreamVideo, VideoProvider } from '../../application/ports/providers/video-provider.ts'
import type { ModelKind } from '../../domain/catalog/model.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'

/** Sees every failure of a provider, at whichever port, and the state of every video job. */
export interface OutcomeInterceptor {
  /** Called with every failure, of a stream that breaks after it began too; returns the failure that the caller gets. */
  failed(failure: UpstreamFailure): UpstreamFailure
  /** Called with the state of every video job; returns the state that the caller gets. */
  polled(state: UpstreamVideo): UpstreamVideo
}

type Outcome<A> = Either<UpstreamFailure, A>

const settle = <A>(outcome: Outcome<A>, { failed }: OutcomeInterceptor): Outcome<A> =>
  isLeft(outcome) ? left(failed(outcome.left)) : outcome

const interceptChat = (chat: ChatProvider, interceptor: OutcomeInterceptor): ChatProvider => ({
  ignoredFields: (question) => chat.ignoredFields(question),
  complete: async (call) => settle(await chat.complete(call), interceptor),
  stream: async (call) => {
    const opened = settle(await chat.stream(call), interceptor)
    return isLeft(opened) ? opened : right(interceptStream(opened.right, interceptor))
  },
})

/** A plain iterator: a generator would make every chunk wait for more microtasks. */
const interceptStream = (stream: ChatStream, interceptor: OutcomeInterceptor): ChatStream => ({
  chunks: {
    [Symbol.asyncIterator]: () => {
      const chunks = stream.chunks[Symbol.asyncIterator]()
      return {
        next: () =>
          chunks
            .next()
            .then((result) =>
              result.done === true || !isLeft(result.value)
                ? result
                : { value: left(interceptor.failed(result.value.left)) },
            ),
        return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
      }
    },
  },
  // Some providers name a call in its first event only.
  get upstreamRequestId() {
    return stream.upstreamRequestId
  },
})

const interceptImages = (images: ImageProvider, interceptor: OutcomeInterceptor): ImageProvider => ({
  ignoredFields: (question) => images.ignoredFields(question),
  generate: async (call) => settle(await images.generate(call), interceptor),
})

const interceptSpeech = (speech: SpeechProvider, interceptor: OutcomeInterceptor): SpeechProvider => ({
  synthesize: async (call) => settle(await speech.synthesize(call), interceptor),
})

const interceptVideos = (videos: VideoProvider, interceptor: OutcomeInterceptor): VideoProvider => ({
  isLocal: videos.isLocal,
  submit: async (submission) => settle(await videos.submit(submission), interceptor),
  poll: async (poll) => {
    const state = settle(await videos.poll(poll), interceptor)
    return isLeft(state) ? state : right(interceptor.polled(state.right))
  },
  download: async (poll, source) => {
    const opened = settle(await videos.download(poll, source), interceptor)
    return isLeft(opened) ? opened : right(interceptBytes(opened.right, interceptor))
  },
})

async function* interceptBytes(
  bytes: AsyncIterable<Outcome<Uint8Array>>,
  interceptor: OutcomeInterceptor,
): AsyncGenerator<Outcome<Uint8Array>> {
  for await (const piece of bytes) yield isLeft(piece) ? left(interceptor.failed(piece.left)) : piece
}

const BY_KIND: { readonly [K in ModelKind]: (port: PortByKind[K], interceptor: OutcomeInterceptor) => PortByKind[K] } =
  {
    chat: interceptChat,
    image: interceptImages,
    speech: interceptSpeech,
    video: interceptVideos,
  }

/** The same provider, all of whose failures pass through the interceptor. It decorates the ports, so no adapter can omit it. */
export const interceptOutcomes = (ports: ProviderPorts, interceptor: OutcomeInterceptor): ProviderPorts =>
  mapPorts(ports, (port, kind) => BY_KIND[kind](port, interceptor))
