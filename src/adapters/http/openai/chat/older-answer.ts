import type { ChunkChoice } from '../../../../domain/chat/chunk.ts'
import type { Choice } from '../../../../domain/chat/completion.ts'
import type { ChoiceForms } from './chat-wire.ts'

// The call of an answer as clients of `functions` read it: one in place of a list, the first where the model makes
// several. The model sees the result of that one, and calls for the others again.

const olderEnd = (finish: ChunkChoice['finish_reason']): string | null =>
  finish === 'tool_calls' ? 'function_call' : finish

const olderChoice = (choice: Choice): Readonly<Record<string, unknown>> => {
  const { tool_calls: calls, refusal = null, ...message } = choice.message
  const call = calls?.[0]
  const called = call === undefined ? {} : { function_call: call.function }
  return { ...choice, message: { ...message, refusal, ...called }, finish_reason: olderEnd(choice.finish_reason) }
}

const olderPiece = (choice: ChunkChoice): unknown => {
  if (choice.delta.tool_calls === undefined && choice.finish_reason === null) return choice
  const { tool_calls: calls, ...delta } = choice.delta
  // A delta may hold several pieces of one call.
  const pieces = (calls ?? []).flatMap(({ index, function: piece }) =>
    index === 0 && piece !== undefined ? [piece] : [],
  )
  const names = pieces.flatMap(({ name }) => name ?? [])
  const texts = pieces.flatMap(({ arguments: text }) => text ?? [])
  const called = {
    ...(names.length === 0 ? {} : { name: names.join('') }),
    ...(texts.length === 0 ? {} : { arguments: texts.join('') }),
  }
  return {
    ...choice,
    delta: pieces.length === 0 ? delta : { ...delta, function_call: called },
    finish_reason: olderEnd(choice.finish_reason),
  }
}

/** Answers in the older form. */
export const OLDER: ChoiceForms = { whole: olderChoice, piece: () => olderPiece }
