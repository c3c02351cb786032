import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { sandboxMp4 } from '../../src/adapters/providers/sandbox/media/mp4.ts'
import type { ChatProvider } from '../../src/application/ports/providers/chat-provider.ts'
import type { ImageProvider } from '../../src/application/ports/providers/image-provider.ts'
import type { UpstreamVideo, VideoProvider } from '../../src/application/ports/providers/video-provider.ts'
import type { ChatCompletion } from '../../src/domain/chat/completion.ts'
import type { UpstreamFailure } from '../../src/domain/routing/upstream-failure.ts'
import { TINY_PNG } from '../support/media/tiny-images.ts'
import type { Fate, Gates } from './gates.ts'

/** What a prompt asks the provider to do with it. */
export const REFUSE = 'refuse'
export const SAY_NOTHING = 'say nothing'

/** The provider, which outlives every process that asks it. */
export interface ScriptedProvider {
  /** Operations for which it did work, once each time. */
  readonly worked: string[]
  /** What becomes of its videos, by their upstream job id. */
  readonly jobs: Map<string, VideoCourse>
}

/** `begun` turns to `finishing` when it was asked about once, and is then finished. */
export type VideoCourse = 'begun' | 'finishing' | 'failing' | 'hanging'

export interface ScriptedAdapters {
  readonly chat: ChatProvider
  readonly images: ImageProvider
  readonly videos: VideoProvider
}

export const scriptedProvider = (): ScriptedProvider => ({ worked: [], jobs: new Map() })

const wordOf = (course: VideoCourse | undefined): UpstreamVideo => {
  switch (course) {
    case 'finishing':
      return { tag: 'finished', source: 'here', seconds: null, size: null }
    case 'failing':
      return { tag: 'failed', code: 'upstream_error', message: 'the video tore' }
    case 'begun':
    case 'hanging':
    case undefined:
      return { tag: 'running' }
  }
}

const detail = { message: "the provider's words", upstreamRequestId: 'request' }

const FAILURES: readonly UpstreamFailure[] = [
  { tag: 'unreachable', ...detail },
  { tag: 'server_error', ...detail },
  { tag: 'timed_out', ...detail },
]

const MP4 = sandboxMp4('x', 16, 16, 4)

const job = async function* (): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
  yield await Promise.resolve(right(MP4))
}

const completionOf = (content: string): ChatCompletion => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { promptTokens: 3, completionTokens: 2, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
})

/** One call of a provider under its fate: its answer, one of the failures it may have, or a bug in the adapter. */
const answered = async <A>(fate: Fate, work: () => Either<UpstreamFailure, A>): Promise<Either<UpstreamFailure, A>> => {
  switch (fate.tag) {
    case 'done':
    case 'runs_twice':
      return work()
    case 'fails':
      return left(FAILURES[fate.way % FAILURES.length]!)
    case 'answer_lost':
      work()
      return left({ tag: 'timed_out', ...detail })
    case 'breaks':
      throw new Error('a bug in the adapter')
  }
}

/** How one process speaks to the provider. */
export const scriptedAdapters = (provider: ScriptedProvider, gates: Gates, process: string): ScriptedAdapters => {
  const ask = <A>(name: string, work: () => Either<UpstreamFailure, A>): Promise<Either<UpstreamFailure, A>> =>
    gates.pass(process, name, (fate) => answered(fate, work))
  const make = <A>(operationId: string, prompt: string, made: () => A): Either<UpstreamFailure, A> => {
    provider.worked.push(operationId)
    return prompt === REFUSE ? left({ tag: 'refused_content', ...detail }) : right(made())
  }
  return {
    chat: {
      ignoredFields: () => [],
      complete: ({ operationId, request }) => {
        const content = request.messages.at(-1)?.content
        const prompt = typeof content === 'string' ? content : JSON.stringify(content)
        return ask('ask a chat model', () =>
          make(operationId, prompt, () => ({
            completion: completionOf(prompt === SAY_NOTHING ? '' : `an answer to ${prompt}`),
            upstreamRequestId: null,
          })),
        )
      },
      stream: () => Promise.reject(new Error('no client streams here')),
    },
    images: {
      ignoredFields: () => [],
      generate: ({ operationId, request }) =>
        ask('ask for an image', () =>
          make(operationId, request.prompt, () => ({
            images: [{ bytes: TINY_PNG, revisedPrompt: null }],
            usage: null,
            upstreamRequestId: null,
          })),
        ),
    },
    videos: {
      isLocal: false,
      submit: ({ operationId, request }) =>
        ask('submit a video', () =>
          make(operationId, request.prompt, () => {
            const upstreamJobId = `up-${operationId}`
            provider.jobs.set(upstreamJobId, 'begun')
            return { upstreamJobId, upstreamRequestId: null }
          }),
        ),
      poll: ({ upstreamJobId }) =>
        ask('ask about a video', () => {
          const course = provider.jobs.get(upstreamJobId)
          if (course === 'begun') provider.jobs.set(upstreamJobId, 'finishing')
          return right(wordOf(course))
        }),
      download: () => ask('download a video', () => right(job())),
    },
  }
}
