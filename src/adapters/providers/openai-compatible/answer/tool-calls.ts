import { CUSTOM } from '../../../../domain/chat/tool-calls/custom-call.ts'
import type { ToolCall } from '../../../../domain/chat/message.ts'
import { fieldsNamed } from '../../../../domain/exact-numbers.ts'
import { stringOf } from '../../../../domain/json.ts'
import { areJson, arrayOf, nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** What a model gives a function, where its provider sends that as an object. */
export const CALL_FIELDS = fieldsNamed('arguments')

/**
 * Arguments are JSON text; some providers send the object itself. A tool of free text is given `input` in their place.
 */
export const argumentsOf = (called: Wire): string | null => {
  const value = called['arguments']
  return objectOf(value) === null ? stringOf(value ?? called['input']) : JSON.stringify(value)
}

/** Whether the arguments of a call break off: what is there is no whole JSON. None at all are an empty object. */
export const haveHalfArguments = (given: readonly string[]): boolean =>
  !areJson(given.filter((each) => each.trim() !== ''))

/** What a call calls: a function, or a custom tool, which stands in its own field; null where it says neither. */
export const calledOf = (call: Wire): Wire | null => objectOf(call['function']) ?? objectOf(call['custom'])

/** Null where the provider names no type and the fields leave it open. */
export const callTypeOf = (call: Wire): string | null =>
  nonEmptyOf(call['type']) ?? (objectOf(call['custom']) === null ? null : CUSTOM)

/** The arguments of a call that was given none, as OpenAI writes them: clients read them as JSON. */
export const NO_ARGUMENTS = '{}'

const NO_CALLS: readonly unknown[] = []

/** Some servers send the one call in place of a list, or a list as an object with a number for each call's name. */
const listedCalls = (given: unknown): readonly unknown[] => {
  const listed = arrayOf(given)
  if (listed !== null) return listed
  const call = objectOf(given)
  if (call === null) return NO_CALLS
  return calledOf(call) === null ? objectsIn(Object.values(call)) : [call]
}

/** The calls of a message or a delta, or its one call in the form before there were tools. */
export const callsOf = (message: Wire): readonly unknown[] => {
  const calls = listedCalls(message['tool_calls'])
  const called = calls.length === 0 ? objectOf(message['function_call']) : null
  const says = called !== null && (nonEmptyOf(called['name']) ?? nonEmptyOf(argumentsOf(called))) !== null
  return says ? [{ index: 0, function: called }] : calls
}

/** Null if the provider's value is no call at all. */
export const toToolCall = (value: unknown, generatedId: string): ToolCall | null => {
  const call = objectOf(value)
  if (call === null) return null
  const called = calledOf(call)
  const name = nonEmptyOf(called?.['name'])
  if (called === null || name === null) return null
  const type = callTypeOf(call) ?? 'function'
  return {
    id: nonEmptyOf(call['id']) ?? generatedId,
    type,
    function: { name, arguments: nonEmptyOf(argumentsOf(called)) ?? (type === CUSTOM ? '' : NO_ARGUMENTS) },
  }
}
