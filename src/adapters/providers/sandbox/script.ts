import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import type { ChatCompletionMessage, ChatCompletion, Choice } from '../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../domain/chat/message.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { jsonPieces } from './answer-text.ts'
import type { Thoughts } from './thoughts.ts'

/** An answer of the sandbox before it is given at once or in pieces. All choices are alike. */
export interface Script {
  /** What stands before the answer; null if the model does not reason. */
  readonly thoughts: Thoughts | null
  readonly pieces: readonly string[]
  /** The log probabilities of each piece; null if they were not asked for. */
  readonly probabilities: readonly unknown[] | null
  readonly toolCalls: readonly ToolCall[]
  readonly refusal: string | null
  readonly finishReason: NonNullable<Choice['finish_reason']>
  readonly choiceCount: number
  readonly usage: TokenUsage
}

export const toCompletion = (script: Script, usage: TokenUsage | null): ChatCompletion => ({
  choices: Array.from({ length: script.choiceCount }, (_, index) => ({
    index,
    message: messageOf(script),
    finish_reason: script.finishReason,
    ...(script.probabilities === null || !hasText(script) ? {} : { logprobs: logprobsOf(script.probabilities) }),
  })),
  usage,
})

const logprobsOf = (content: readonly unknown[]) => ({ content, refusal: null })

const hasText = ({ toolCalls, refusal }: Script): boolean => toolCalls.length === 0 && refusal === null

const messageOf = (script: Script): ChatCompletionMessage => ({
  role: 'assistant',
  content: hasText(script) ? script.pieces.join('') : null,
  ...(script.refusal === null ? {} : { refusal: script.refusal }),
  ...(script.thoughts === null ? {} : reasoningOf(script.thoughts)),
  ...(script.toolCalls.length === 0 ? {} : { tool_calls: script.toolCalls }),
})

const reasoningOf = ({ pieces, isShown, signature }: Thoughts): Partial<ChatCompletionMessage> => ({
  ...(isShown ? { reasoning_content: pieces.join('') } : {}),
  reasoning_signature: signature,
})

/** The same answer as chunks: roles first, the thoughts, a chunk a word, the finish reason, the usage. */
export function* toChunks(script: Script, usage: TokenUsage | null): Generator<ChatChunk, void, undefined> {
  for (const delta of deltasOf(script)) yield toChunk(script, delta)
  for (const [place, content] of script.pieces.entries()) {
    yield toPiece(script, content, script.probabilities?.[place])
  }
  if (script.refusal !== null) yield toChunk(script, { refusal: script.refusal })
  for (const [index, call] of script.toolCalls.entries()) {
    const begun = { name: call.function.name, arguments: '' }
    yield toChunk(script, { tool_calls: [{ index, id: call.id, type: call.type, function: begun }] })
    for (const piece of jsonPieces(call.function.arguments)) {
      yield toChunk(script, { tool_calls: [{ index, function: { arguments: piece } }] })
    }
  }
  yield toChunk(script, {}, script.finishReason)
  if (usage !== null) yield { choices: [], usage }
}

/** What stands before the words. */
const deltasOf = (script: Script): readonly ChatDelta[] => [
  { role: 'assistant', content: hasText(script) ? '' : null },
  ...(script.thoughts === null ? [] : thoughtDeltas(script.thoughts)),
]

const thoughtDeltas = ({ pieces, isShown, signature }: Thoughts): readonly ChatDelta[] => [
  ...(isShown ? pieces.map((piece) => ({ reasoning_content: piece })) : []),
  { reasoning_signature: signature },
]

const toPiece = (script: Script, content: string, probability: unknown): ChatChunk => {
  const chunk = toChunk(script, { content })
  if (probability === undefined) return chunk
  return { ...chunk, choices: chunk.choices.map((choice) => ({ ...choice, logprobs: logprobsOf([probability]) })) }
}

const toChunk = (script: Script, delta: ChatDelta, finishReason: Choice['finish_reason'] = null): ChatChunk => ({
  choices: Array.from({ length: script.choiceCount }, (_, index) => ({ index, delta, finish_reason: finishReason })),
  usage: null,
})
