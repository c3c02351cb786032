import type { TokenUsage } from '../../pricing/token-price.ts'
import type { ChatChunk, ChatDelta, ChunkChoice, FinishReason, ToolCallDelta } from '../chunk.ts'
import type { ChatCompletionMessage, ChatCompletion, Choice } from '../completion.ts'
import type { ToolCall } from '../message.ts'

/** A stream in the making: it collects the pieces as they come and joins them once, when the answer is asked for. */
export interface ChatFold {
  add(chunk: ChatChunk): void
  /** Whether choice `index` has had text, reasoning or a tool call so far. */
  hasOutput(index: number): boolean
  /** The answer so far. */
  completion(): ChatCompletion
}

interface CallPieces {
  id: string
  type: string
  name: string
  readonly argumentPieces: string[]
}

interface ChoicePieces {
  readonly content: string[]
  readonly refusal: string[]
  readonly reasoning: string[]
  readonly signature: string[]
  readonly annotations: unknown[]
  readonly calls: Map<number, CallPieces>
  readonly logprobs: unknown[]
  finishReason: FinishReason | null
  matchedStop: string | undefined
}

const emptyChoice = (): ChoicePieces => ({
  content: [],
  refusal: [],
  reasoning: [],
  signature: [],
  annotations: [],
  calls: new Map(),
  logprobs: [],
  finishReason: null,
  matchedStop: undefined,
})

const addCall = (calls: Map<number, CallPieces>, delta: ToolCallDelta): void => {
  let call = calls.get(delta.index)
  if (call === undefined) {
    call = { id: '', type: 'function', name: '', argumentPieces: [] }
    calls.set(delta.index, call)
  }
  if (delta.id !== undefined && delta.id !== '') call.id = delta.id
  if (delta.type !== undefined && delta.type !== '') call.type = delta.type
  call.name += delta.function?.name ?? ''
  if (delta.function?.arguments !== undefined) call.argumentPieces.push(delta.function.arguments)
}

const addPiece = (pieces: string[], piece: string | null | undefined): void => {
  if (piece !== undefined && piece !== null && piece !== '') pieces.push(piece)
}

const addDelta = (choice: ChoicePieces, delta: ChatDelta): void => {
  addPiece(choice.content, delta.content)
  addPiece(choice.refusal, delta.refusal)
  addPiece(choice.reasoning, delta.reasoning_content)
  addPiece(choice.signature, delta.reasoning_signature)
  if (Array.isArray(delta.annotations)) for (const source of delta.annotations) choice.annotations.push(source)
  if (delta.tool_calls !== undefined) for (const call of delta.tool_calls) addCall(choice.calls, call)
}

const addChoice = (choices: Map<number, ChoicePieces>, arrived: ChunkChoice): void => {
  let choice = choices.get(arrived.index)
  if (choice === undefined) {
    choice = emptyChoice()
    choices.set(arrived.index, choice)
  }
  addDelta(choice, arrived.delta)
  if (arrived.finish_reason !== null) choice.finishReason = arrived.finish_reason
  choice.matchedStop = arrived.matched_stop ?? choice.matchedStop
  if (arrived.logprobs !== undefined && arrived.logprobs !== null) choice.logprobs.push(arrived.logprobs)
}

const listOf = (logprobs: unknown, key: 'content' | 'refusal'): readonly unknown[] => {
  const list = (logprobs as Readonly<Record<string, unknown>>)[key]
  return Array.isArray(list) ? list : []
}

const joinLogprobs = (pieces: readonly unknown[]): unknown => {
  const join = (key: 'content' | 'refusal'): readonly unknown[] | null => {
    const all = pieces.flatMap((piece) => listOf(piece, key))
    return all.length === 0 ? null : all
  }
  return { content: join('content'), refusal: join('refusal') }
}

const joined = (pieces: readonly string[]): string | null => (pieces.length === 0 ? null : pieces.join(''))

const callsOf = (calls: ReadonlyMap<number, CallPieces>): readonly ToolCall[] =>
  [...calls]
    .sort(([a], [b]) => a - b)
    .map(([, { id, type, name, argumentPieces }]) => ({
      id,
      type,
      function: { name, arguments: argumentPieces.join('') },
    }))

const messageOf = (pieces: ChoicePieces): ChatCompletionMessage => ({
  role: 'assistant',
  content: joined(pieces.content),
  refusal: joined(pieces.refusal),
  ...(pieces.reasoning.length === 0 ? {} : { reasoning_content: pieces.reasoning.join('') }),
  ...(pieces.signature.length === 0 ? {} : { reasoning_signature: pieces.signature.join('') }),
  ...(pieces.annotations.length === 0 ? {} : { annotations: pieces.annotations }),
  ...(pieces.calls.size === 0 ? {} : { tool_calls: callsOf(pieces.calls) }),
})

const choiceOf = ([index, pieces]: readonly [number, ChoicePieces]): Choice => ({
  index,
  message: messageOf(pieces),
  finish_reason: pieces.finishReason,
  ...(pieces.matchedStop === undefined ? {} : { matched_stop: pieces.matchedStop }),
  ...(pieces.logprobs.length === 0 ? {} : { logprobs: joinLogprobs(pieces.logprobs) }),
})

/** Starts an empty fold. The last usage seen counts, as do the last finish reason and the last of each extra. */
export const startFold = (): ChatFold => {
  const choices = new Map<number, ChoicePieces>()
  let usage: TokenUsage | null = null
  let extras: Readonly<Record<string, unknown>> | undefined
  return {
    add: (chunk) => {
      for (const choice of chunk.choices) addChoice(choices, choice)
      if (chunk.usage !== null) usage = chunk.usage
      if (chunk.extras !== undefined) extras = extras === undefined ? chunk.extras : { ...extras, ...chunk.extras }
    },
    hasOutput: (index) => {
      const choice = choices.get(index)
      if (choice === undefined) return false
      const { content, reasoning, calls } = choice
      return content.length > 0 || reasoning.length > 0 || calls.size > 0
    },
    completion: () => ({
      choices: [...choices].sort(([a], [b]) => a - b).map(choiceOf),
      usage,
      extras,
    }),
  }
}

/** The whole answer that a finished stream adds up to. */
export const foldChunks = (chunks: Iterable<ChatChunk>): ChatCompletion => {
  const fold = startFold()
  for (const chunk of chunks) fold.add(chunk)
  return fold.completion()
}
