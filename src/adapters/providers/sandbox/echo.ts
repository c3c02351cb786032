import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import type { AssistantMessage, ChatCompletion, Choice } from '../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { TokenUsage } from '../../../domain/pricing/usage.ts'
import { lastUserText, promptWords } from './prompt.ts'
import type { ForcedTool } from './forced-tool.ts'
import { sampleValue } from './sample-value.ts'
import { wordCount, wordPieces } from './words.ts'

/** An answer of the sandbox before it is told at once or word by word. All choices are alike. */
export interface Script {
  readonly pieces: readonly string[]
  readonly toolCalls: readonly ToolCall[]
  readonly refusal: string | null
  readonly finishReason: NonNullable<Choice['finish_reason']>
  readonly choiceCount: number
  readonly usage: TokenUsage
}

/** Echo: the last user message up to the token limit, or a call of the tool that the caller insists on. */
export const echoScript = (request: ChatRequest, forced: ForcedTool | null, operationId: string): Script => {
  const choiceCount = request.n ?? 1
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  if (forced !== null) {
    const argumentsText = JSON.stringify(sampleValue(forced.parameters))
    const call = { id: `call_${operationId}`.slice(0, 40), type: 'function' }
    return {
      pieces: [],
      toolCalls: [{ ...call, function: { name: forced.name, arguments: argumentsText } }],
      refusal: null,
      finishReason: 'tool_calls',
      choiceCount,
      usage: usageOf(request, Math.min(limit, wordCount(argumentsText)) * choiceCount),
    }
  }
  const text = wordPieces(lastUserText(request))
  const pieces = text.slice(0, limit)
  return {
    pieces,
    toolCalls: [],
    refusal: null,
    finishReason: pieces.length < text.length ? 'length' : 'stop',
    choiceCount,
    usage: usageOf(request, wordCount(pieces.join('')) * choiceCount),
  }
}

/** A refusal before the first word. */
export const refusalScript = (request: ChatRequest): Script => ({
  pieces: [],
  toolCalls: [],
  refusal: 'The sandbox refuses this request.',
  finishReason: 'content_filter',
  choiceCount: request.n ?? 1,
  usage: usageOf(request, 0),
})

const usageOf = (request: ChatRequest, completionTokens: number): TokenUsage => ({
  promptTokens: promptWords(request),
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens,
  reasoningTokens: 0,
})

export const toCompletion = (script: Script, usage: TokenUsage | null): ChatCompletion => ({
  choices: Array.from({ length: script.choiceCount }, (_, index) => ({
    index,
    message: messageOf(script),
    finish_reason: script.finishReason,
  })),
  usage,
})

const messageOf = ({ pieces, toolCalls, refusal }: Script): AssistantMessage => {
  if (toolCalls.length > 0) return { role: 'assistant', content: null, tool_calls: toolCalls }
  return refusal === null
    ? { role: 'assistant', content: pieces.join('') }
    : { role: 'assistant', content: null, refusal }
}

/** The same answer as chunks: roles first, a chunk a word, the finish reason, the usage. */
export const toChunks = (script: Script, usage: TokenUsage | null): readonly ChatChunk[] => [
  toChunk(script, { role: 'assistant', content: script.toolCalls.length > 0 || script.refusal !== null ? null : '' }),
  ...script.pieces.map((content) => toChunk(script, { content })),
  ...(script.refusal === null ? [] : [toChunk(script, { refusal: script.refusal })]),
  ...script.toolCalls.flatMap((call, index) => [
    toChunk(script, {
      tool_calls: [{ index, id: call.id, type: call.type, function: { name: call.function.name, arguments: '' } }],
    }),
    ...wordPieces(call.function.arguments).map((piece) =>
      toChunk(script, { tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]),
  toChunk(script, {}, script.finishReason),
  ...(usage === null ? [] : [{ choices: [], usage }]),
]

const toChunk = (script: Script, delta: ChatDelta, finishReason: Choice['finish_reason'] = null): ChatChunk => ({
  choices: Array.from({ length: script.choiceCount }, (_, index) => ({ index, delta, finish_reason: finishReason })),
  usage: null,
})
