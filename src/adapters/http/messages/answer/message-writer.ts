import type { CompletedChat } from '../../../../application/gateway/chat/complete-chat.ts'
import type { ChatChunk, FinishReason } from '../../../../domain/chat/chunk.ts'
import type { ChatCompletionMessage } from '../../../../domain/chat/completion.ts'
import { isNonEmptyText } from '../../../../domain/json.ts'
import type { ChatAnswerHead, ChatStreamWriter, ChatWriter } from '../../paid-calls/answer-chat.ts'
import { citationsOf } from '../citations.ts'
import { messagesErrorBody } from '../messages-failures.ts'
import type { CallersToolName } from '../request/tool-names.ts'
import { signThinking } from '../request/thinking-signature.ts'
import { eventFrame, messagesStream } from '../stream-codec.ts'
import { blockStream } from './block-stream.ts'
import { inputOf, textBlock, thinkingBlock, toolUseBlock } from './block-wire.ts'
import { nativeEvents, withCost } from './native-events.ts'
import { writeEnding } from './stop-reason.ts'
import { estimatedUsage, writeUsage } from './usage-wire.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a message has before anything of its content. */
const headOf = ({ operationId, model }: ChatAnswerHead): Fields => ({
  id: `msg_${operationId}`,
  type: 'message',
  role: 'assistant',
  model,
  diagnostics: null,
})

const thinkingOf = (
  model: string,
  { reasoning_content: words, reasoning_signature: signature }: ChatCompletionMessage,
) =>
  isNonEmptyText(words) || isNonEmptyText(signature)
    ? [thinkingBlock(words ?? '', signThinking(model, signature ?? ''))]
    : []

const contentOf = (model: string, message: ChatCompletionMessage, callersToolName: CallersToolName) => {
  const { content, tool_calls: calls, annotations } = message
  return [
    ...thinkingOf(model, message),
    ...(isNonEmptyText(content) ? [textBlock(content, citationsOf(annotations))] : []),
    ...(calls ?? []).map(({ id, function: called }) =>
      toolUseBlock(id, callersToolName(called.name), inputOf(called.arguments)),
    ),
  ]
}

/** A whole answer. This wire asks for one choice. */
const writeMessage = (
  head: ChatAnswerHead,
  { completion, usage, priceMicro }: CompletedChat,
  { stops, callersToolName }: Pick<MessageContext, 'stops' | 'callersToolName'>,
): Fields | string => {
  if (completion.native !== undefined) return withCost(completion.native.text, priceMicro)
  const [choice] = completion.choices
  const answer = choice?.message ?? { role: 'assistant', content: null }
  const content = contentOf(head.model, answer, callersToolName)
  return {
    ...headOf(head),
    content,
    ...writeEnding({
      finishReason: choice?.finish_reason ?? null,
      refusal: answer.refusal ?? '',
      hasCalls: content.some(({ type }) => type === 'tool_use'),
      stopSequence: stops.find((stop) => stop === choice?.matched_stop) ?? null,
    }),
    usage: writeUsage(usage, priceMicro),
  }
}

/** What a surface's writer must know of the request. */
interface MessageContext {
  readonly requestId: string
  /** Tokens of the prompt as we estimate them: clients show the figure before the provider has counted. */
  readonly promptTokens: () => number
  /** Whether the provider may answer in this wire itself. Its answer has a beginning of its own. */
  readonly mayBeNative: boolean
  /** The texts that the request asks the answer to end at. */
  readonly stops: readonly string[]
  /** The request's name of a tool that is called. */
  readonly callersToolName: CallersToolName
}

const NOT_ENDED: Fields = { stop_reason: null, stop_sequence: null, stop_details: null, container: null }

/** `message_start`, the blocks in order, `message_delta` with the usage that is charged, `message_stop`. */
const writeEvents = (
  head: ChatAnswerHead,
  { requestId, promptTokens, mayBeNative, stops, callersToolName }: MessageContext,
): ChatStreamWriter => {
  const blocks = blockStream(head.model, callersToolName)
  const native = nativeEvents()
  let finishReason: FinishReason | null = null
  let refusal = ''
  let stopSequence: string | null = null

  let hasStarted = false
  const startOnce = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    const message = { ...headOf(head), content: [], ...NOT_ENDED, usage: estimatedUsage(promptTokens()) }
    return eventFrame({ type: 'message_start', message })
  }
  const opening = mayBeNative ? '' : startOnce()

  const writeChunk = ({ choices, native: event }: ChatChunk): string => {
    let frames = ''
    for (const { delta, finish_reason: finish, matched_stop: matched } of choices) {
      stopSequence = stops.find((stop) => stop === matched) ?? stopSequence
      refusal += delta.refusal ?? ''
      finishReason = finish ?? finishReason
      if (event === undefined && !native.hasBegun()) frames += startOnce() + blocks.add(delta)
    }
    return event === undefined ? frames : native.add(event)
  }

  const endOf = ({ usage, priceMicro }: Pick<CompletedChat, 'usage' | 'priceMicro'>): string =>
    eventFrame({
      type: 'message_delta',
      delta: writeEnding({ finishReason, refusal, hasCalls: blocks.hasCalls(), stopSequence }),
      usage: writeUsage(usage, priceMicro),
    })

  return {
    opening,
    chunks: (chunks) => chunks.map(writeChunk).join(''),
    completed: (event) =>
      (native.hasBegun()
        ? native.end(event.priceMicro, () => endOf(event))
        : startOnce() + blocks.end() + endOf(event)) + messagesStream.end,
    failed: (failure) => messagesStream.error(messagesErrorBody(failure, requestId)),
  }
}

/** Messages, whole and streamed. */
export const messageWriter = (context: MessageContext): ChatWriter => ({
  whole: (head, completed) => writeMessage(head, completed, context),
  stream: (head) => writeEvents(head, context),
})
