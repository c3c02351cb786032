import type { ToolCall } from '../../../domain/chat/message.ts'
import { CUSTOM } from '../../../domain/chat/tool-calls/custom-call.ts'
import { choicesAsked } from '../../../domain/chat/request.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { isEffort } from '../fields/efforts.ts'
import { answerPieces, jsonPieces } from './answer-text.ts'
import { promptWords } from './prompt.ts'
import type { Script } from './script.ts'
import { thoughtsAbout } from './thoughts.ts'
import type { ReasoningMode } from './thoughts.ts'
import { argumentsFor, textFor } from './tool-arguments.ts'
import { toolsToCall } from './tool-to-call.ts'
import type { CalledTool, ChoiceFailure, ToolMode } from './tool-to-call.ts'
import { wordProbabilities } from './word-probabilities.ts'

/** How a model of the sandbox answers. */
export interface EchoModes {
  readonly tools: ToolMode
  readonly reasoning: ReasoningMode
}

/** A longer answer is cut, as a provider cuts it at its own limit. */
const MAX_PIECES = 100_000

/** What an answer shows of the probability of a word is many times as long as the word. */
const MAX_PIECES_WITH_PROBABILITIES = 5_000

/** Of all choices together, because a word may be as long as a request. The longest request is repeated once. */
const MAX_CHARACTERS = 32_000_000
const MAX_CHARACTERS_WITH_PROBABILITIES = 1_000_000

/** The first of these pieces that have so many characters together. */
const within = (pieces: readonly string[], most: number): readonly string[] => {
  let left = most
  const end = pieces.findIndex(({ length }) => (left -= length) < 0)
  return end === -1 ? pieces : pieces.slice(0, end)
}

/** What no answer can be made for. */
export type EchoFailure = ChoiceFailure | FieldFailure | 'no_arguments' | 'no_json'

/** A field has a value that no provider takes. */
type FieldFailure = 'unknown_format' | 'unknown_effort'

/** Absent: text. */
const FORMATS: ReadonlySet<unknown> = new Set([undefined, 'text', 'json_object', 'json_schema'])

const fieldFailureOf = (request: ChatRequest, { reasoning }: EchoModes): FieldFailure | null => {
  if (!FORMATS.has(request.response_format?.['type'])) return 'unknown_format'
  const effort = request['reasoning_effort'] ?? 'none'
  return reasoning === 'none' || effort === 'none' || isEffort(effort) ? null : 'unknown_effort'
}

/** Echo: the text that the request asks for up to the token limit, or calls of the tools that `toolsToCall` names. */
export const echoScript = (request: ChatRequest, modes: EchoModes, operationId: string): Script | EchoFailure => {
  const failure = fieldFailureOf(request, modes)
  if (failure !== null) return failure
  const tools = toolsToCall(request, modes.tools)
  if (typeof tools === 'string') return tools
  const choiceCount = choicesAsked(request)
  const isProbable = request['logprobs'] === true
  const most = isProbable ? MAX_PIECES_WITH_PROBABILITIES : MAX_PIECES
  const mostCharacters = (isProbable ? MAX_CHARACTERS_WITH_PROBABILITIES : MAX_CHARACTERS) / choiceCount
  const limit = Math.min(most, request.max_completion_tokens ?? request.max_tokens ?? most)
  const thoughts = thoughtsAbout(request, modes.reasoning, operationId, limit)
  const reasoningTokens = thoughts?.pieces.length ?? 0
  const limitLeft = limit - reasoningTokens
  const common = { thoughts, refusal: null, choiceCount }
  const usageWith = (answerTokens: number): TokenUsage =>
    usageOf(request, (reasoningTokens + answerTokens) * choiceCount, reasoningTokens * choiceCount)
  if (tools.length > 0) {
    const toolCalls = callsOf(tools, operationId)
    if (toolCalls === null) return 'no_arguments'
    const pieces = toolCalls.flatMap((call) => jsonPieces(call.function.arguments)).length
    const usage = usageWith(Math.min(limitLeft, pieces))
    return { ...common, pieces: [], probabilities: null, toolCalls, finishReason: 'tool_calls', usage }
  }
  const whole = answerPieces(request, limitLeft, modes.tools === 'eager')
  if (whole === null) return 'no_json'
  const pieces = within(whole.slice(0, limitLeft), mostCharacters)
  return {
    ...common,
    pieces,
    probabilities: wordProbabilities(request, pieces),
    toolCalls: [],
    finishReason: pieces.length < whole.length ? 'length' : 'stop',
    usage: usageWith(pieces.filter((piece) => piece.trim() !== '').length),
  }
}

/** The calls of an answer, each under an id of its own of at most 40 characters; null if no arguments fit. */
const callsOf = (tools: readonly CalledTool[], operationId: string): readonly ToolCall[] | null => {
  const calls: ToolCall[] = []
  for (const [index, { name, parameters }] of tools.entries()) {
    const isCustom = parameters === null
    const given = isCustom ? textFor(name) : argumentsFor(name, parameters)
    if (given === null) return null
    const id = `call_${operationId.replaceAll('-', '')}_${index}`
    calls.push({ id, type: isCustom ? CUSTOM : 'function', function: { name, arguments: given } })
  }
  return calls
}

/** A refusal before the first word. */
export const refusalScript = (request: ChatRequest): Script => ({
  thoughts: null,
  pieces: [],
  probabilities: null,
  toolCalls: [],
  refusal: 'The sandbox refuses this request.',
  finishReason: 'content_filter',
  choiceCount: choicesAsked(request),
  usage: usageOf(request, 0, 0),
})

const usageOf = (request: ChatRequest, completionTokens: number, reasoningTokens: number): TokenUsage => ({
  promptTokens: promptWords(request),
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens,
  reasoningTokens,
})
