import { callInput } from '../../../../domain/chat/tool-calls/call-input.ts'
import { withExactNumbers } from '../../../../domain/exact-numbers.ts'
import { isRecord } from '../../../../domain/json.ts'
import { jsonWithin } from '../../../../domain/json-shape.ts'
import { BODY_SHAPE } from '../../body/body-limits.ts'
import type { Citation } from '../citations.ts'
import { toToolUseId } from '../request/tool-use-id.ts'

// The blocks of an answer's content, each as it begins: texts grow from nothing, the input of a call from `{}`.

type Block = Readonly<Record<string, unknown>> & { readonly type: string }

export const thinkingBlock = (thinking: string, signature: string): Block => ({ type: 'thinking', thinking, signature })

export const textBlock = (text: string, citations: readonly Citation[]): Block => ({
  type: 'text',
  text,
  citations: citations.length === 0 ? null : citations,
})

export const toolUseBlock = (callId: string, name: string, input: unknown): Block => ({
  type: 'tool_use',
  id: toToolUseId(callId),
  name,
  input,
  caller: { type: 'direct' },
})

/**
 * The arguments of a call where they are whole, null if they are not, or not yet. The client gives them back in a body,
 * so they are no larger than one may be.
 */
export const wholeInput = (argumentsText: string): object | null => {
  const input = withExactNumbers(argumentsText, jsonWithin(argumentsText, BODY_SHAPE))
  return isRecord(input) ? input : null
}

/** The input of a finished call: the client gives it back, and only an object is accepted then. */
export const inputOf = (argumentsText: string): object => callInput(argumentsText, wholeInput)

/** Where the first character of a call's arguments stands that is no blank of JSON; -1 where there is none. */
export const firstOfInput = (piece: string): number => piece.search(/[^ \t\n\r]/)
