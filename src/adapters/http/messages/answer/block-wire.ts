import { jsonWithin } from '../../../../domain/json-shape.ts'
import type { JsonLimits } from '../../../../domain/json-shape.ts'
import { toToolUseId } from '../request/tool-use-id.ts'

// The blocks of an answer's content, each as it begins: texts grow from nothing, the input of a call from `{}`.

type Block = Readonly<Record<string, unknown>> & { readonly type: string }

export const thinkingBlock = (thinking: string, signature: string): Block => ({ type: 'thinking', thinking, signature })

export const textBlock = (text: string): Block => ({ type: 'text', text, citations: null })

export const toolUseBlock = (callId: string, name: string, input: unknown): Block => ({
  type: 'tool_use',
  id: toToolUseId(callId),
  name,
  input,
  caller: { type: 'direct' },
})

/** A provider writes the arguments, and an answer that holds them is written level by level. */
const ARGUMENT_LIMITS: JsonLimits = { values: 200_000, fields: 10_000, depth: 64 }

/** The arguments of a call where they are whole, null if they are not, or not yet. */
export const wholeInput = (argumentsText: string): object | null => {
  const input = jsonWithin(argumentsText, ARGUMENT_LIMITS)
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : null
}

/**
 * The input of a finished call. What is no JSON object is kept in one, as Anthropic's clients do, because the client
 * gives the input back and only an object is accepted then; nothing at all, and `null`, are an empty one.
 */
export const inputOf = (argumentsText: string): object => {
  const text = argumentsText.trim()
  return text === '' || text === 'null' ? {} : (wholeInput(argumentsText) ?? { INVALID_JSON: argumentsText })
}

/** Where the first character of a call's arguments stands that is no blank of JSON; -1 where there is none. */
export const firstOfInput = (piece: string): number => piece.search(/[^ \t\n\r]/)
