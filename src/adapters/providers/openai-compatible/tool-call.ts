import type { ToolCall } from '../../../domain/chat/message.ts'
import { nonEmptyOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** An id for a call that the vendor left without one: the same on every reading of the same answer, ≤ 40 characters. */
export const generatedCallId = (operationId: string, choiceIndex: number, callIndex: number): string =>
  `call_${operationId.replaceAll(/[^A-Za-z0-9]/g, '').slice(-20)}${choiceIndex}x${callIndex}`

/** Arguments are JSON text; some vendors send the object itself. */
export const argumentsOf = (called: Wire): string | null => {
  const value = called['arguments']
  return objectOf(value) === null ? stringOf(value) : JSON.stringify(value)
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
    function: { name, arguments: (called === null ? stringOf(custom?.['input']) : argumentsOf(called)) ?? '{}' },
    ...customOf(call),
  }
}
