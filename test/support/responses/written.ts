import type { ChatChunk, ChatDelta, FinishReason } from '../../../src/domain/chat/chunk.ts'
import type { ChatCompletion } from '../../../src/domain/chat/completion.ts'
import { foldChunks } from '../../../src/domain/chat/answers/fold.ts'
import type { CallFailure } from '../../../src/domain/routing/call-failure.ts'
import { responseWriter } from '../../../src/adapters/http/openai/response-output/response-writer.ts'
import { atOnce } from '../chat/at-once.ts'
import { checkResponse, checkStream } from './response-events.ts'
import type { ResponseEvent, ShownResponse } from './response-events.ts'
import { requestOf, translated } from './translated.ts'

type Body = Readonly<Record<string, unknown>>

/** What is known of an answer before it begins. */
export const HEAD = {
  operationId: '01900000-0000-7000-8000-000000000000',
  model: 'vendor/model',
  created: 1_767_225_600,
}

const usage = { promptTokens: 9, cachedTokens: 4, cacheWriteTokens: 1, completionTokens: 7, reasoningTokens: 3 }
const BILL = { usage, priceMicro: 12_345n }

/** A chunk with one choice. */
export const chunk = (delta: ChatDelta, finish: FinishReason | null = null, logprobs?: unknown): ChatChunk => ({
  choices: [{ index: 0, delta, finish_reason: finish, ...(logprobs === undefined ? {} : { logprobs }) }],
  usage: null,
})

export const ended = (finish: FinishReason = 'stop'): ChatChunk => chunk({}, finish)

const writerFor = (body: Body) => {
  const { names, tools } = translated(body)
  const now = () => HEAD.created + 5
  return responseWriter({
    mayBeNative: false,
    asked: requestOf(body),
    names,
    tools,
    previousId: null,
    record: null,
    now,
  })
}

/** The events of a stream of these chunks, each chunk in a frame of its own; every event is checked. */
export const streamed = (chunks: readonly ChatChunk[], body: Body = {}): readonly ResponseEvent[] => {
  const writer = writerFor(body).stream(HEAD)
  const frames = [writer.opening, ...chunks.map((each) => writer.chunks([each]))]
  return checkStream([...frames, atOnce(writer.completed({ tag: 'completed', ...BILL }))].join(''))
}

/** The events of a stream that fails after these chunks. */
export const failed = (chunks: readonly ChatChunk[], failure: CallFailure): readonly ResponseEvent[] => {
  const writer = writerFor({}).stream(HEAD)
  return checkStream([writer.opening, writer.chunks(chunks), writer.failed(failure)].join(''))
}

/** The response to a whole answer. */
export const written = (completion: ChatCompletion, body: Body = {}): ShownResponse =>
  checkResponse(writerFor(body).whole(HEAD, { completion, ...BILL }))

/** The response to the whole answer that these chunks add up to. */
export const whole = (chunks: readonly ChatChunk[], body: Body = {}): ShownResponse => written(foldChunks(chunks), body)
