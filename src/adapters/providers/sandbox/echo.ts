import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import type { ChatCompletionMessage, ChatCompletion, Choice } from '../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { answerPieces, jsonFor, jsonPieces } from './answer-text.ts'
import { promptWords } from './prompt.ts'
import { toolToCall } from './tool-to-call.ts'
import type { ToolMode } from './tool-to-call.ts'

/** An answer of the sandbox before it is given at once or in pieces. All choices are alike. */
export interface Script {
  readonly pieces: readonly string[]
  readonly toolCalls: readonly ToolCall[]
  readonly refusal: string | null
  readonly finishReason: NonNullable<Choice['finish_reason']>
  readonly choiceCount: number
  readonly usage: TokenUsage
}

/** A longer answer is cut, as a provider cuts it at its own limit. */
const MAX_PIECES = 100_000

/** What no answer can be made for. */
export type EchoFailure = 'unknown_tool' | 'no_arguments' | 'no_json'

/** Echo: the text that the request asks for up to the token limit, or a call of the tool that `toolToCall` names. */
export const echoScript = (request: ChatRequest, mode: ToolMode, operationId: string): Script | EchoFailure => {
  const tool = toolToCall(request, mode)
  if (tool === 'unknown_tool') return tool
  const choiceCount = request.n ?? 1
  const limit = Math.min(MAX_PIECES, request.max_completion_tokens ?? request.max_tokens ?? MAX_PIECES)
  if (tool !== null) {
    const argumentsText = jsonFor(tool.parameters)
    if (argumentsText === null) return 'no_arguments'
    const call = { id: `call_${operationId}`.slice(0, 40), type: 'function' }
    return {
      pieces: [],
      toolCalls: [{ ...call, function: { name: tool.name, arguments: argumentsText } }],
      refusal: null,
      finishReason: 'tool_calls',
      choiceCount,
      usage: usageOf(request, Math.min(limit, jsonPieces(argumentsText).length) * choiceCount),
    }
  }
  const whole = answerPieces(request, limit)
  if (whole === null) return 'no_json'
  const pieces = whole.slice(0, limit)
  return {
    pieces,
    toolCalls: [],
    refusal: null,
    finishReason: pieces.length < whole.length ? 'length' : 'stop',
    choiceCount,
    usage: usageOf(request, pieces.filter((piece) => piece.trim() !== '').length * choiceCount),
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

const messageOf = ({ pieces, toolCalls, refusal }: Script): ChatCompletionMessage => {
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
    ...jsonPieces(call.function.arguments).map((piece) =>
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
