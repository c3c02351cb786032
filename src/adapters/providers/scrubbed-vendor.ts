import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatProvider, ChatStream } from '../../application/ports/chat-provider.ts'
import type { ImageProvider } from '../../application/ports/image-provider.ts'
import type { SpeechProvider } from '../../application/ports/speech-provider.ts'
import type { UpstreamVideo, VideoProvider } from '../../application/ports/video-provider.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ScrubMessage } from './scrub-message.ts'

/** What one provider can be asked for. */
export interface Vendor {
  readonly chat?: ChatProvider
  readonly images?: ImageProvider
  readonly speech?: SpeechProvider
  readonly videos?: VideoProvider
}

/** A field's path in the caller's body; anything else a vendor puts there is no path. */
const FIELD = /^[\w.[\]$-]{1,200}$/

const MOST_CODE_CHARS = 64

/**
 * The same vendor, whose words can be shown to callers. Here, at the port, so that no adapter can forget it. Failures
 * that callers are never told keep their words, for the operator.
 */
export const scrubbedVendor = (vendor: Vendor, scrub: ScrubMessage): Vendor => {
  const scrubFailure = (failure: UpstreamFailure): UpstreamFailure => {
    const { upstreamCode = null } = failure
    const told = { upstreamCode: upstreamCode === null ? null : scrub(upstreamCode).slice(0, MOST_CODE_CHARS) }
    switch (failure.tag) {
      case 'rejected': {
        const param = failure.param !== null && FIELD.test(failure.param) ? failure.param : null
        return { ...failure, ...told, param, message: scrub(failure.message) }
      }
      case 'refused_content':
        return { ...failure, ...told, message: scrub(failure.message) }
      case 'unreachable':
      case 'rate_limited':
      case 'unavailable':
      case 'server_error':
      case 'timed_out':
      case 'cut':
      case 'bad_answer':
      case 'misconfigured':
        return { ...failure, ...told }
    }
  }
  const scrubbed = <A>(result: Either<UpstreamFailure, A>): Either<UpstreamFailure, A> =>
    result._tag === 'Left' ? left(scrubFailure(result.left)) : result

  return {
    ...(vendor.chat === undefined ? {} : { chat: scrubbedChat(vendor.chat, scrubbed) }),
    ...(vendor.images === undefined ? {} : { images: scrubbedImages(vendor.images, scrubbed) }),
    ...(vendor.speech === undefined ? {} : { speech: scrubbedSpeech(vendor.speech, scrubbed) }),
    ...(vendor.videos === undefined ? {} : { videos: scrubbedVideos(vendor.videos, scrubbed, scrub) }),
  }
}

type Scrubbed = <A>(result: Either<UpstreamFailure, A>) => Either<UpstreamFailure, A>

const scrubbedChat = (chat: ChatProvider, scrubbed: Scrubbed): ChatProvider => ({
  complete: async (call) => scrubbed(await chat.complete(call)),
  stream: async (call) => {
    const opened = await chat.stream(call)
    return opened._tag === 'Left' ? scrubbed(opened) : right(scrubbedStream(opened.right, scrubbed))
  },
})

/** No generator of its own: every chunk passes here. */
const scrubbedStream = (stream: ChatStream, scrubbed: Scrubbed): ChatStream => ({
  chunks: {
    [Symbol.asyncIterator]: () => {
      const chunks = stream.chunks[Symbol.asyncIterator]()
      return {
        next: () => chunks.next().then((result) => (result.done === true ? result : { value: scrubbed(result.value) })),
        return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
      }
    },
  },
  // Some vendors name a call in its first event only.
  get upstreamRequestId() {
    return stream.upstreamRequestId
  },
})

const scrubbedImages = (images: ImageProvider, scrubbed: Scrubbed): ImageProvider => ({
  draw: async (call) => scrubbed(await images.draw(call)),
})

const scrubbedSpeech = (speech: SpeechProvider, scrubbed: Scrubbed): SpeechProvider => ({
  speak: async (call) => scrubbed(await speech.speak(call)),
})

const scrubbedVideos = (videos: VideoProvider, scrubbed: Scrubbed, scrub: ScrubMessage): VideoProvider => {
  const scrubState = (state: UpstreamVideo): UpstreamVideo =>
    state.tag === 'failed' ? { ...state, message: scrub(state.message) } : state
  return {
    submit: async (submission) => scrubbed(await videos.submit(submission)),
    poll: async (poll) => {
      const state = scrubbed(await videos.poll(poll))
      return state._tag === 'Left' ? state : right(scrubState(state.right))
    },
    download: async (poll, source) => scrubbed(await videos.download(poll, source)),
  }
}
