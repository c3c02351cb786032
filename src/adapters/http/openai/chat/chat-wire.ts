import type { CompletedChat } from '../../../../application/gateway/chat/complete-chat.ts'
import type { ChatChunk, ChunkChoice } from '../../../../domain/chat/chunk.ts'
import type { ChatCompletionMessage, Choice } from '../../../../domain/chat/completion.ts'
import { CUSTOM, customForm, wireCall } from '../../../../domain/chat/tool-calls/custom-call.ts'
import { isOnePiece } from '../../../../domain/chat/answers/output.ts'
import { totalTokens } from '../../../../domain/pricing/token-price.ts'
import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'
import type { ChatAnswerHead, ChatStreamWriter, ChatWriter } from '../../paid-calls/answer-chat.ts'
import { openAiStream } from '../stream-codec.ts'

/** Tokens in OpenAI's words, and what they cost in OpenRouter's. */
const writeUsage = (usage: TokenUsage, priceMicro: bigint): Readonly<Record<string, unknown>> => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: totalTokens(usage),
  prompt_tokens_details: {
    cached_tokens: usage.cachedTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    ...usage.otherParts?.prompt,
  },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, ...usage.otherParts?.completion },
  ...roubleSum('cost', priceMicro),
})

const writeMessage = (message: ChatCompletionMessage): Readonly<Record<string, unknown>> => {
  const { refusal = null, tool_calls: calls } = message
  return calls === undefined ? { ...message, refusal } : { ...message, refusal, tool_calls: calls.map(wireCall) }
}

const writeChoice = (choice: Choice): Readonly<Record<string, unknown>> => ({
  ...choice,
  message: writeMessage(choice.message),
})

/** ChatCompletionResponse. `usage` is the billed one: the provider's, or our estimate where it gave none. */
const writeCompletion = (
  head: ChatAnswerHead,
  { completion, usage, priceMicro }: CompletedChat,
  write: ChoiceForms['whole'],
): Readonly<Record<string, unknown>> => ({
  id: `chatcmpl-${head.operationId}`,
  object: 'chat.completion',
  created: head.created,
  model: head.model,
  ...completion.extras,
  choices: completion.choices.map((choice) => ({
    ...write(choice),
    logprobs: choice.logprobs ?? null,
  })),
  usage: writeUsage(usage, priceMicro),
})

/**
 * The choices of one stream after the other, with the calls of custom tools in their own shape. Only the first piece of
 * a call tells its type.
 */
const customCallsWriter = (): ((choice: ChunkChoice) => unknown) => {
  const custom = new Set<string>()
  return (choice) => {
    const { index, delta } = choice
    if (delta.tool_calls === undefined) return choice
    const calls = delta.tool_calls.map((call) => {
      const place = `${index} ${call.index}`
      if (call.type === CUSTOM) custom.add(place)
      return custom.has(place) ? customForm(call) : call
    })
    return { ...choice, delta: { ...delta, tool_calls: calls } }
  }
}

/** JSON.stringify in a quarter of the time for what nearly all chunks are: one choice that goes on with text. */
const writeChoices = (choices: ChatChunk['choices'], writeChoice: (choice: ChunkChoice) => unknown): string => {
  const [choice] = choices
  if (choice === undefined || choices.length > 1 || !isOnePiece(choice)) return JSON.stringify(choices.map(writeChoice))
  const { index, delta } = choice
  return typeof delta.content === 'string'
    ? `[{"index":${index},"delta":{"content":${JSON.stringify(delta.content)}},"finish_reason":null}]`
    : JSON.stringify(choices.map(writeChoice))
}

/** `chat.completion.chunk` frames. What all have in common is serialised once an answer, not once a chunk. */
const chunkWriter = (
  answer: ChatAnswerHead,
  includeUsage: boolean,
  writePiece: (choice: ChunkChoice) => unknown,
): ChatStreamWriter => {
  const head = JSON.stringify({
    id: `chatcmpl-${answer.operationId}`,
    object: 'chat.completion.chunk',
    created: answer.created,
    model: answer.model,
  }).slice(0, -1)
  const tail = includeUsage ? ',"usage":null}\n\n' : '}\n\n'
  const extrasOf = (chunk: ChatChunk): string =>
    chunk.extras === undefined ? '' : `,${JSON.stringify(chunk.extras).slice(1, -1)}`
  const writeChunk = (chunk: ChatChunk): string =>
    `data: ${head}${extrasOf(chunk)},"choices":${writeChoices(chunk.choices, writePiece)}${tail}`
  const usageChunk = (usage: TokenUsage, priceMicro: bigint): string =>
    `data: ${head},"choices":[],"usage":${JSON.stringify(writeUsage(usage, priceMicro))}}\n\n`
  return {
    opening: '',
    chunks: (chunks) => chunks.map(writeChunk).join(''),
    completed: ({ usage, priceMicro }) => (includeUsage ? usageChunk(usage, priceMicro) : '') + openAiStream.end,
    failed: openAiStream.error,
  }
}

/** How the choices of an answer are written. */
export interface ChoiceForms {
  readonly whole: (choice: Choice) => Readonly<Record<string, unknown>>
  /** For the pieces of one stream, one after the other. */
  readonly piece: () => (choice: ChunkChoice) => unknown
}

const USUAL: ChoiceForms = { whole: writeChoice, piece: customCallsWriter }

/** Chat completions. With `includeUsage` a stream has one chunk with usage and no choices before its end. */
export const chatWriter = (includeUsage: boolean, { whole, piece }: ChoiceForms = USUAL): ChatWriter => ({
  whole: (head, answer) => writeCompletion(head, answer, whole),
  stream: (head) => chunkWriter(head, includeUsage, piece()),
})
