import type { NowOrLater } from '../../../../application/now-or-later.ts'
import type { CompletedChat } from '../../../../application/gateway/chat/complete-chat.ts'
import type { ChatEvent } from '../../../../application/gateway/chat/chat-event.ts'
import type { ChatChunk } from '../../../../domain/chat/chunk.ts'
import { unfold } from '../../../../domain/chat/answers/unfold.ts'
import type { CallFailure } from '../../../../domain/routing/call-failure.ts'
import { responseIdOf } from '../../../../domain/responses/stored-response.ts'
import type { Exchange } from '../../../../domain/responses/stored-response.ts'
import { openAiError } from '../openai-failures.ts'
import type { ChatAnswerHead, ChatStreamWriter, ChatWriter } from '../../paid-calls/answer-chat.ts'
import { SEALED_REASONING } from '../response-input/request-fields.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { sealReasoning } from '../response-input/reasoning-seal.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'
import type { ToolNames } from '../response-input/tool-names.ts'
import { nativeAnswer, wholeNativeAnswer } from './native-answer.ts'
import { nativeItems } from './native-items.ts'
import { eventFrames, withoutEvents } from './event-frames.ts'
import type { WriteEvent } from './event-frames.ts'
import { startItemLog } from './item-log.ts'
import { startOutput } from './output.ts'
import { responseObject } from './response-object.ts'
import type { AnsweredResponse, ResponseState } from './response-object.ts'
import { answerReasoning } from './answer-reasoning.ts'
import type { AnswerReasoning } from './answer-reasoning.ts'

interface ResponseWriterOptions {
  readonly asked: ResponseRequest
  /** The tools that the response shows, and their names at the provider. */
  readonly tools: readonly DeclaredTool[]
  readonly names: ToolNames
  /** The public id of the response that this one continues. */
  readonly previousId: string | null
  /** Stores the response before the client sees its end, and tells whether it did; null if none is wanted. */
  readonly record: RecordAnswer | null
  /** Whether the provider may answer in this wire itself. Its answer has a beginning of its own. */
  readonly mayBeNative: boolean
  /** Unix seconds. */
  readonly now: () => number
}

type Completed = Extract<ChatEvent, { tag: 'completed' }>

/** Codes of the published list; the message tells what happened. Clients try again after a `server_error`. */
const codeOf = ({ tag }: CallFailure): string => {
  if (tag === 'rejected_by_upstream') return 'invalid_prompt'
  return tag === 'upstream_rate_limited' ? 'rate_limit_exceeded' : 'server_error'
}

type RecordAnswer = (operationId: string, answered: Answered) => Promise<boolean>

/** A response as it was shown, and its thoughts where they are more than that. */
interface Answered {
  readonly response: AnsweredResponse
  readonly thoughts?: Exchange['thoughts']
}

/** The seals of a stored answer's thoughts are kept where its client did not ask for them. */
const reasoningFor = ({ asked, record }: ResponseWriterOptions): AnswerReasoning =>
  answerReasoning(asked.include?.includes(SEALED_REASONING) === true ? 'shown' : record === null ? 'unused' : 'kept')

/** One answer in the making that the gateway writes itself: its items and its forms. */
const startAnswer = (
  options: ResponseWriterOptions,
  head: ChatAnswerHead,
  reasoning: AnswerReasoning,
  write: WriteEvent,
) => {
  const { names, record, now, ...asking } = options
  const { operationId, model } = head
  const log = startItemLog(operationId, write)
  const sealing = { reasoning, sealOf: (signature: string) => sealReasoning(model, signature) }
  const output = startOutput(log, { names, operationId, sealing })
  const object = responseObject({ ...asking, head, isStored: record !== null })
  const responseAt = (state: ResponseState) => object(state, log.output(), output.serviceTier())
  return {
    output,
    responseAt,
    end: ({ usage, priceMicro }: Pick<Completed, 'usage' | 'priceMicro'>) => {
      const reason = output.end()
      return { reason, response: responseAt({ tag: 'ended', reason, bill: { usage, priceMicro }, now: now() }) }
    },
  }
}

/** What is the gateway's own to say in the answer of a provider that speaks this wire. */
const ownPartOf = (
  options: ResponseWriterOptions,
  { operationId, model }: ChatAnswerHead,
  reasoning: AnswerReasoning,
) => {
  const { record, previousId } = options
  return {
    own: { id: responseIdOf(operationId), model, store: record !== null, previous_response_id: previousId },
    items: nativeItems(operationId, reasoning),
  }
}

/** The response as it is shown: never as stored where it is not. Answers at once where none is stored. */
const settler =
  ({ record }: ResponseWriterOptions, { operationId }: ChatAnswerHead, { kept }: AnswerReasoning) =>
  <A>(response: AnsweredResponse, show: (shown: AnsweredResponse) => A): NowOrLater<A> => {
    if (record === null) return show(response)
    const thoughts = kept(response.output)
    return record(operationId, { response, ...(thoughts === null ? {} : { thoughts }) }).then((isStored) =>
      show(isStored ? response : { ...response, store: false }),
    )
  }

const streamAnswer = (options: ResponseWriterOptions, head: ChatAnswerHead): ChatStreamWriter => {
  const reasoning = reasoningFor(options)
  const native = nativeAnswer(ownPartOf(options, head, reasoning))
  const settle = settler(options, head, reasoning)
  const frames = eventFrames()
  let begun: ReturnType<typeof startAnswer> | null = null
  const answer = () => (begun ??= startAnswer(options, head, reasoning, frames.write))
  let hasStarted = false
  const startOnce = (): void => {
    if (hasStarted || native.hasBegun()) return
    hasStarted = true
    const started = { response: answer().responseAt({ tag: 'in_progress' }) }
    frames.write('response.created', started)
    frames.write('response.in_progress', started)
  }

  const add = (chunk: ChatChunk): string => {
    if (chunk.native !== undefined) return native.add(chunk.native, chunk.choices[0]?.delta)
    startOnce()
    answer().output.add(chunk)
    return native.hasBegun() ? '' : frames.take()
  }

  const last = (type: string, response: AnsweredResponse): string => {
    if (native.hasBegun()) return native.endAs(type, response)
    frames.write(type, { response })
    return frames.take()
  }

  const open = (): string => {
    startOnce()
    return frames.take()
  }

  return {
    opening: options.mayBeNative ? '' : open(),
    chunks: (chunks) => chunks.map(add).join(''),
    keptBytes: () => native.keptBytes() + reasoning.keptBytes(),
    completed: (event) => {
      const ended = native.ended(event)
      if (ended !== null) return settle(ended, native.end)
      startOnce()
      const { reason, response } = answer().end(event)
      const [type, status] =
        reason === null
          ? (['response.completed', 'completed'] as const)
          : (['response.incomplete', 'incomplete'] as const)
      if (!native.hasBegun()) return settle(response, (shown) => last(type, shown))
      const rest = native.endItems(status)
      return settle(native.continued(response), (shown) => rest + last(type, shown))
    },
    failed: (failure) => {
      startOnce()
      const { message } = openAiError(failure)
      const response = answer().responseAt({ tag: 'failed', code: codeOf(failure), message })
      return last('response.failed', native.hasBegun() ? native.continued(response) : response)
    },
  }
}

const wholeResponse = (
  options: ResponseWriterOptions,
  head: ChatAnswerHead,
  answer: CompletedChat,
  reasoning: AnswerReasoning,
): AnsweredResponse => {
  const { native } = answer.completion
  if (native !== undefined) return wholeNativeAnswer(native, ownPartOf(options, head, reasoning), answer)
  const { output, end } = startAnswer(options, head, reasoning, withoutEvents)
  for (const chunk of unfold(answer.completion)) output.add(chunk)
  return end(answer).response
}

/** Writes an answer to a chat request as the response to the request that it was made of. */
export const responseWriter = (options: ResponseWriterOptions): ChatWriter => ({
  whole: (head, answer) => {
    const reasoning = reasoningFor(options)
    return settler(options, head, reasoning)(wholeResponse(options, head, answer, reasoning), (shown) => shown)
  },
  stream: (head) => streamAnswer(options, head),
})
