import { BYTES_OF_CHAR } from '../../bytes-of-char.ts'
import type { TokenUsage } from '../../pricing/token-price.ts'
import type { ChatChunk, ChatDelta, ChunkChoice, FinishReason, ToolCallDelta } from '../chunk.ts'
import type { ChatCompletionMessage, ChatCompletion, Choice } from '../completion.ts'
import type { ToolCall } from '../message.ts'
import { MOST_SOURCE_CHARS } from '../url-citation.ts'

/** A stream in the making: it collects the pieces as they come and joins them once, when the answer is asked for. */
export interface ChatFold {
  add(chunk: ChatChunk): void
  /** Whether choice `index` has had text, reasoning or a tool call so far. */
  hasOutput(index: number): boolean
  /** The most bytes that its texts and all its sources take in memory, without the log probabilities. */
  keptBytes(): number
  /** The answer so far. */
  completion(): ChatCompletion
}

/** A text in the making. Each piece takes a few times its characters in memory, so they are joined now and then. */
interface TextPieces {
  readonly joined: string[]
  readonly latest: string[]
}

/** So many pieces of a text are joined at once. */
const PIECES_JOINED = 256

const noText = (): TextPieces => ({ joined: [], latest: [] })

const hasText = ({ joined, latest }: TextPieces): boolean => latest.length > 0 || joined.length > 0

/** Adds a piece, and returns how many characters it has. */
const addPiece = ({ joined, latest }: TextPieces, piece: string | null | undefined): number => {
  if (piece === undefined || piece === null || piece === '') return 0
  latest.push(piece)
  if (latest.length === PIECES_JOINED) {
    joined.push(latest.join(''))
    latest.length = 0
  }
  return piece.length
}

const textOf = ({ joined, latest }: TextPieces): string => joined.join('') + latest.join('')

interface CallPieces {
  id: string
  type: string
  name: string
  readonly argumentText: TextPieces
}

interface ChoicePieces {
  readonly content: TextPieces
  readonly refusal: TextPieces
  readonly reasoning: TextPieces
  readonly signature: TextPieces
  readonly annotations: unknown[]
  sourceChars: number
  readonly calls: Map<number, CallPieces>
  readonly logprobs: unknown[]
  finishReason: FinishReason | null
  matchedStop: string | undefined
}

const emptyChoice = (): ChoicePieces => ({
  content: noText(),
  refusal: noText(),
  reasoning: noText(),
  signature: noText(),
  annotations: [],
  sourceChars: 0,
  calls: new Map(),
  logprobs: [],
  finishReason: null,
  matchedStop: undefined,
})

/** Adds a part of a call. Like the functions below, it returns how many characters are kept of what it adds. */
const addCall = (calls: Map<number, CallPieces>, delta: ToolCallDelta): number => {
  let call = calls.get(delta.index)
  if (call === undefined) {
    call = { id: '', type: 'function', name: '', argumentText: noText() }
    calls.set(delta.index, call)
  }
  if (delta.id !== undefined && delta.id !== '') call.id = delta.id
  if (delta.type !== undefined && delta.type !== '') call.type = delta.type
  const name = delta.function?.name ?? ''
  call.name += name
  return name.length + addPiece(call.argumentText, delta.function?.arguments)
}

/** A source of two characters takes sixty bytes, so no more characters of them are kept than honest ones have. */
const addSource = (choice: ChoicePieces, source: unknown): number => {
  const chars = JSON.stringify(source).length
  if (choice.sourceChars <= MOST_SOURCE_CHARS) choice.annotations.push(source)
  choice.sourceChars += chars
  return chars
}

const addDelta = (choice: ChoicePieces, delta: ChatDelta): number => {
  let chars =
    addPiece(choice.content, delta.content) +
    addPiece(choice.refusal, delta.refusal) +
    addPiece(choice.reasoning, delta.reasoning_content) +
    addPiece(choice.signature, delta.reasoning_signature)
  if (Array.isArray(delta.annotations)) {
    for (const source of delta.annotations) chars += addSource(choice, source)
  }
  if (delta.tool_calls !== undefined) for (const call of delta.tool_calls) chars += addCall(choice.calls, call)
  return chars
}

const addChoice = (choices: Map<number, ChoicePieces>, arrived: ChunkChoice): number => {
  let choice = choices.get(arrived.index)
  if (choice === undefined) {
    choice = emptyChoice()
    choices.set(arrived.index, choice)
  }
  if (arrived.finish_reason !== null) choice.finishReason = arrived.finish_reason
  choice.matchedStop = arrived.matched_stop ?? choice.matchedStop
  if (arrived.logprobs !== undefined && arrived.logprobs !== null) choice.logprobs.push(arrived.logprobs)
  return addDelta(choice, arrived.delta)
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

const textOrNull = (pieces: TextPieces): string | null => (hasText(pieces) ? textOf(pieces) : null)

const callsOf = (calls: ReadonlyMap<number, CallPieces>): readonly ToolCall[] =>
  [...calls]
    .sort(([a], [b]) => a - b)
    .map(([, { id, type, name, argumentText }]) => ({
      id,
      type,
      function: { name, arguments: textOf(argumentText) },
    }))

const messageOf = (pieces: ChoicePieces): ChatCompletionMessage => ({
  role: 'assistant',
  content: textOrNull(pieces.content),
  refusal: textOrNull(pieces.refusal),
  ...(hasText(pieces.reasoning) ? { reasoning_content: textOf(pieces.reasoning) } : {}),
  ...(hasText(pieces.signature) ? { reasoning_signature: textOf(pieces.signature) } : {}),
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
  let chars = 0
  let usage: TokenUsage | null = null
  let extras: Readonly<Record<string, unknown>> | undefined
  return {
    add: (chunk) => {
      for (const choice of chunk.choices) chars += addChoice(choices, choice)
      if (chunk.usage !== null) usage = chunk.usage
      if (chunk.extras !== undefined) extras = extras === undefined ? chunk.extras : { ...extras, ...chunk.extras }
    },
    hasOutput: (index) => {
      const choice = choices.get(index)
      if (choice === undefined) return false
      const { content, reasoning, calls } = choice
      return hasText(content) || hasText(reasoning) || calls.size > 0
    },
    keptBytes: () => BYTES_OF_CHAR * chars,
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
