import type { CompletedChat } from '../../../../application/gateway/chat/complete-chat.ts'
import type { ChatEvent } from '../../../../application/gateway/chat/chat-event.ts'
import type { ChatChunk } from '../../../../domain/chat/chunk.ts'
import { unfold } from '../../../../domain/chat/unfold.ts'
import type { CallFailure } from '../../../../domain/routing/call-failure.ts'
import { responseIdOf } from '../../../../domain/responses/stored-response.ts'
import { roubleSum } from '../../codecs/rouble-sum.ts'
import { openAiError } from '../openai-failures.ts'
import type { ChatAnswerHead, ChatStreamWriter, ChatWriter } from '../../paid-calls/answer-chat.ts'
import { SEALED_REASONING } from '../response-input/request-fields.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { sealReasoning } from '../response-input/reasoning-seal.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'
import type { ToolNames } from '../response-input/tool-names.ts'
import { nativeEvents } from './native-events.ts'
import { nativeItems } from './native-items.ts'
import { startItemLog } from './item-log.ts'
import { startOutput } from './output.ts'
import { responseObject } from './response-object.ts'
import type { AnsweredResponse, ResponseState } from './response-object.ts'

interface ResponseWriterOptions {
  readonly asked: ResponseRequest
  /** The tools that the response shows, and their names at the provider. */
  readonly tools: readonly DeclaredTool[]
  readonly names: ToolNames
  /** The public id of the response that this one continues. */
  readonly previousId: string | null
  /** Stores the response before the client sees its end, and tells whether it did; null where none is wanted. */
  readonly record: RecordAnswer | null
  /** Whether the provider may answer in this wire itself. Its answer has a beginning of its own. */
  readonly mayBeNative: boolean
  /** Unix seconds. */
  readonly now: () => number
}

type Completed = Extract<ChatEvent, { tag: 'completed' }>

/** Codes of the published list; the message tells what happened. */
const codeOf = ({ tag }: CallFailure): string =>
  tag === 'upstream_rate_limited' ? 'rate_limit_exceeded' : 'server_error'

type Fields = Readonly<Record<string, unknown>>

const withOwn = (response: Fields, own: Fields, items: ReturnType<typeof nativeItems>): Fields => ({
  ...response,
  ...own,
  output: items.named(response['output']),
})

/** A response that its provider wrote, with the price of the call in its usage. */
const withPrice = (response: Fields | null, priceMicro: bigint): AnsweredResponse | null => {
  if (response === null) return null
  const usage = typeof response['usage'] === 'object' ? response['usage'] : {}
  const output = (response['output'] ?? []) as AnsweredResponse['output']
  return { ...response, output, usage: { ...usage, ...roubleSum('cost', priceMicro) } }
}

type RecordAnswer = (operationId: string, response: AnsweredResponse) => Promise<boolean>

/** One answer in the making: its items, its forms, and its way to the store. */
const startAnswer = ({ names, record, now, ...asking }: ResponseWriterOptions, head: ChatAnswerHead) => {
  const { operationId, model } = head
  const log = startItemLog(operationId)
  const isSealed = asking.asked.include?.includes(SEALED_REASONING) === true
  const sealOf = isSealed ? (signature: string) => sealReasoning(model, signature) : null
  const output = startOutput(log, { names, operationId, sealOf })
  const object = responseObject({ ...asking, head, isStored: record !== null })
  const responseAt = (state: ResponseState) => object(state, log.output(), output.serviceTier())
  return {
    log,
    output,
    responseAt,
    end: ({ usage, priceMicro }: Pick<Completed, 'usage' | 'priceMicro'>) => {
      const reason = output.end()
      return { reason, response: responseAt({ tag: 'ended', reason, bill: { usage, priceMicro }, now: now() }) }
    },
    /** The response as it is shown: never as stored where it is not. Answers at once where none is stored. */
    settle: <A>(response: AnsweredResponse, show: (shown: AnsweredResponse) => A): A | Promise<A> =>
      record === null
        ? show(response)
        : record(operationId, response).then((isStored) => show(isStored ? response : { ...response, store: false })),
    /** What is ours to say of a response that its provider wrote itself. */
    own: { id: responseIdOf(operationId), model, store: record !== null, previous_response_id: asking.previousId },
    items: nativeItems(operationId, isSealed),
  }
}

const streamAnswer = (options: ResponseWriterOptions, head: ChatAnswerHead): ChatStreamWriter => {
  const { log, output, responseAt, end, settle, own, items } = startAnswer(options, head)
  const native = nativeEvents(own, items)
  let hasStarted = false
  const startOnce = (): void => {
    if (hasStarted || native.hasBegun()) return
    hasStarted = true
    const begun = { response: responseAt({ tag: 'in_progress' }) }
    log.event('response.created', begun)
    log.event('response.in_progress', begun)
  }
  if (!options.mayBeNative) startOnce()

  const add = (chunk: ChatChunk): string => {
    if (chunk.native !== undefined) return native.add(chunk.native)
    startOnce()
    output.add(chunk)
    return native.hasBegun() ? '' : log.takeEvents()
  }

  const last = (type: string, response: AnsweredResponse): string => {
    if (native.hasBegun()) return native.end(type, response)
    log.event(type, { response })
    return log.takeEvents()
  }

  return {
    opening: log.takeEvents(),
    chunks: (chunks) => chunks.map(add).join(''),
    completed: (event) => {
      startOnce()
      const { reason, response } = end(event)
      const answered = withPrice(native.ended(), event.priceMicro) ?? response
      return settle(answered, (shown) => last(reason === null ? 'response.completed' : 'response.incomplete', shown))
    },
    failed: (failure) => {
      startOnce()
      const { message } = openAiError(failure)
      return last('response.failed', responseAt({ tag: 'failed', code: codeOf(failure), message }))
    },
  }
}

const writeWhole = (
  options: ResponseWriterOptions,
  head: ChatAnswerHead,
  answer: CompletedChat,
): AnsweredResponse | Promise<AnsweredResponse> => {
  const { output, end, settle, own, items } = startAnswer(options, head)
  const { native } = answer.completion
  const written = native === undefined ? null : withOwn(JSON.parse(native) as Fields, own, items)
  for (const chunk of unfold(answer.completion)) output.add(chunk)
  return settle(withPrice(written, answer.priceMicro) ?? end(answer).response, (shown) => shown)
}

/** Writes an answer to a chat request as the response to the request that it was made of. */
export const responseWriter = (options: ResponseWriterOptions): ChatWriter => ({
  whole: (head, answer) => writeWhole(options, head, answer),
  stream: (head) => streamAnswer(options, head),
})
