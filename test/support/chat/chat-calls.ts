import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { nativeEventText } from '../../../src/adapters/http/paid-calls/native-event-text.ts'
import type { ChatCall, ChatProvider } from '../../../src/application/ports/providers/chat-provider.ts'
import type { ChatChunk } from '../../../src/domain/chat/chunk.ts'
import type { NativeRequest } from '../../../src/domain/chat/native.ts'
import type { ChatRequest } from '../../../src/domain/chat/request.ts'
import type { UpstreamFailure } from '../../../src/domain/routing/upstream-failure.ts'

export const OPERATION_ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** A call of one user message; give the fields that matter. */
export const chatCall = (
  given: {
    readonly request?: Partial<ChatRequest> & Readonly<Record<string, unknown>>
    readonly upstreamModel?: string
    readonly provider?: string
    readonly parameters?: ChatCall['deployment']['parameters']
    readonly signal?: AbortSignal
  } = {},
): ChatCall => ({
  operationId: OPERATION_ID,
  deployment: {
    provider: given.provider ?? 'scripted',
    upstreamModel: given.upstreamModel ?? 'm',
    parameters: given.parameters ?? {},
  },
  request: { model: 'vendor/model', messages: [{ role: 'user', content: 'one two three' }], ...given.request },
  signal: given.signal,
})

export interface StreamOutcome {
  readonly chunks: readonly ChatChunk[]
  /** Null for a stream that ended whole. */
  readonly failure: UpstreamFailure | null
  /** Elements after a failure: there must be none. */
  readonly afterFailure: number
}

/** Everything a stream tells, the refusal to begin one included. */
export const streamOutcome = async (provider: ChatProvider, call: ChatCall): Promise<StreamOutcome> => {
  const stream = await provider.stream(call)
  if (isLeft(stream)) return { chunks: [], failure: stream.left, afterFailure: 0 }
  return collect(stream.right.chunks)
}

export const collect = async (
  stream: AsyncIterable<Either<UpstreamFailure, readonly ChatChunk[]>>,
): Promise<StreamOutcome> => {
  const chunks: ChatChunk[] = []
  let failure: UpstreamFailure | null = null
  let afterFailure = 0
  for await (const element of stream) {
    if (failure !== null) afterFailure += 1
    else if (isLeft(element)) failure = element.left
    else chunks.push(...element.right)
  }
  return { chunks, failure, afterFailure }
}

export const textOfChunks = (chunks: readonly ChatChunk[], index = 0): string =>
  chunks
    .flatMap(({ choices }) => choices.filter((choice) => choice.index === index))
    .map(({ delta }) => delta.content ?? '')
    .join('')

/** The events of a provider that is asked in the surface's own wire, as the surface writes them. */
export const nativeTextOf = (chunks: readonly ChatChunk[]): string =>
  chunks.map(({ native }) => (native === undefined ? '' : nativeEventText(native))).join('')

/** Top-level fields as the surface gives them to a call, from the JSON text of each. */
export const nativeFields = (texts: Readonly<Record<string, string>>): NativeRequest['fields'] =>
  new Map(Object.entries(texts).map(([name, json]) => [name, { json, value: JSON.parse(json) as unknown }]))
