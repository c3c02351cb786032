import type { FunctionCall, ToolCall } from '../../../domain/chat/message.ts'
import { nonEmptyOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** An id for a call that the vendor left without one: the same on every reading of the same answer, ≤ 40 characters. */
export const generatedCallId = (operationId: string, choiceIndex: number, callIndex: number): string =>
  `call_${operationId.replaceAll(/[^A-Za-z0-9]/g, '').slice(-20)}${choiceIndex}x${callIndex}`

/** Arguments are JSON text; some vendors send the object itself. A tool of free text is given `input` in their place. */
export const argumentsOf = (called: Wire): string | null => {
  const value = called['arguments']
  return objectOf(value) === null ? stringOf(value ?? called['input']) : JSON.stringify(value)
}

/** The one call of an answer to a request with `functions`, or a piece of it; null where there is none. */
export const functionCallOf = (message: Wire): Partial<FunctionCall> | null => {
  const called = objectOf(message['function_call'])
  if (called === null) return null
  const [name, given] = [stringOf(called['name']), argumentsOf(called)]
  return { ...(name === null ? {} : { name }), ...(given === null ? {} : { arguments: given }) }
}

/** Free-text tools (`type: custom`) carry their own object; it stays beside the function that stands for it. */
export const customOf = (call: Wire): { readonly custom?: Wire } => {
  const custom = objectOf(call['custom'])
  return custom === null ? {} : { custom }
}

/** Null where the vendor's value is no call at all. */
export const toToolCall = (value: unknown, generatedId: string): ToolCall | null => {
  const call = objectOf(value)
  if (call === null) return null
  const custom = objectOf(call['custom'])
  const called = objectOf(call['function'])
  const name = nonEmptyOf(called?.['name']) ?? nonEmptyOf(custom?.['name'])
  if (name === null) return null
  return {
    id: nonEmptyOf(call['id']) ?? generatedId,
    type: nonEmptyOf(call['type']) ?? 'function',
    function: { name, arguments: argumentsOf(called ?? custom ?? {}) ?? '{}' },
    ...customOf(call),
  }
}
