import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { sandboxMp4 } from '../../src/adapters/providers/sandbox/media/mp4.ts'
import type { ChatProvider } from '../../src/application/ports/chat-provider.ts'
import type { ImageProvider } from '../../src/application/ports/image-provider.ts'
import type { UpstreamVideo, VideoProvider } from '../../src/application/ports/video-provider.ts'
import type { ChatCompletion } from '../../src/domain/chat/completion.ts'
import type { UpstreamFailure } from '../../src/domain/routing/upstream-failure.ts'
import { TINY_PNG } from '../support/tiny-images.ts'
import type { Fate, Gates } from './gates.ts'

/** What a prompt asks the vendor to do with it. */
export const REFUSE = 'refuse'
export const SAY_NOTHING = 'say nothing'

/** The vendor, which outlives every process that asks it. */
export interface ScriptedVendor {
  /** Operations for which it did work, once each time. */
  readonly worked: string[]
  /** What becomes of its films, by their upstream job id. */
  readonly films: Map<string, FilmCourse>
}

/** `begun` turns to `finishing` when it was asked about once, and is then finished. */
export type FilmCourse = 'begun' | 'finishing' | 'failing' | 'hanging'

export interface VendorAdapters {
  readonly chat: ChatProvider
  readonly images: ImageProvider
  readonly videos: VideoProvider
}

export const scriptedVendor = (): ScriptedVendor => ({ worked: [], films: new Map() })

const wordOf = (course: FilmCourse | undefined): UpstreamVideo => {
  switch (course) {
    case 'finishing':
      return { tag: 'finished', source: 'here', seconds: null, size: null }
    case 'failing':
      return { tag: 'failed', code: 'upstream_error', message: 'the film tore' }
    case 'begun':
    case 'hanging':
    case undefined:
      return { tag: 'running' }
  }
}

const told = { message: "the vendor's words", upstreamRequestId: 'request' }

const FAILURES: readonly UpstreamFailure[] = [
  { tag: 'unreachable', ...told },
  { tag: 'server_error', ...told },
  { tag: 'timed_out', ...told },
]

const MP4 = sandboxMp4('x', 16, 16, 4)

const film = async function* (): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
  yield await Promise.resolve(right(MP4))
}

const completionOf = (content: string): ChatCompletion => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { promptTokens: 3, completionTokens: 2, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
})

/** One call of a vendor under its fate: its answer, one of the failures it may have, or a bug in the adapter. */
const answered = async <A>(fate: Fate, work: () => Either<UpstreamFailure, A>): Promise<Either<UpstreamFailure, A>> => {
  switch (fate.tag) {
    case 'done':
    case 'runs_twice':
      return work()
    case 'fails':
      return left(FAILURES[fate.way % FAILURES.length]!)
    case 'answer_lost':
      work()
      return left({ tag: 'timed_out', ...told })
    case 'breaks':
      throw new Error('a bug in the adapter')
  }
}

/** How one process speaks to the vendor. */
export const vendorAdapters = (vendor: ScriptedVendor, gates: Gates, process: string): VendorAdapters => {
  const ask = <A>(name: string, work: () => Either<UpstreamFailure, A>): Promise<Either<UpstreamFailure, A>> =>
    gates.pass(process, name, (fate) => answered(fate, work))
  const make = <A>(operationId: string, prompt: string, made: () => A): Either<UpstreamFailure, A> => {
    vendor.worked.push(operationId)
    return prompt === REFUSE ? left({ tag: 'refused_content', ...told }) : right(made())
  }
  return {
    chat: {
      ignores: () => [],
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
      stream: () => Promise.reject(new Error('nobody streams here')),
    },
    images: {
      ignores: () => [],
      draw: ({ operationId, request }) =>
        ask('ask for a picture', () =>
          make(operationId, request.prompt, () => ({
            images: [{ bytes: TINY_PNG, revisedPrompt: null }],
            usage: null,
            upstreamRequestId: null,
          })),
        ),
    },
    videos: {
      asksNobody: false,
      submit: ({ operationId, request }) =>
        ask('submit a film', () =>
          make(operationId, request.prompt, () => {
            const upstreamJobId = `up-${operationId}`
            vendor.films.set(upstreamJobId, 'begun')
            return { upstreamJobId, upstreamRequestId: null }
          }),
        ),
      poll: ({ upstreamJobId }) =>
        ask('ask about a film', () => {
          const course = vendor.films.get(upstreamJobId)
          if (course === 'begun') vendor.films.set(upstreamJobId, 'finishing')
          return right(wordOf(course))
        }),
      download: () => ask('download a film', () => right(film())),
    },
  }
}
