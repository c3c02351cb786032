import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { InputItem } from './item-codec.ts'

const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call'])
const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])

export const isCall = ({ type }: InputItem): boolean => CALLS.has(type)
export const isCallOutput = ({ type }: InputItem): boolean => OUTPUTS.has(type)

/**
 * Which output answers which call, both by their place in the input. Providers refuse a call without an output and an
 * output without a call before it, so either is refused here by its `call_id`. Some models give every turn's first call
 * the same id: of several calls with one id the oldest without an output is answered.
 */
export const pairedCalls = (items: readonly InputItem[]): Either<UnsupportedParameter, ReadonlyMap<number, number>> => {
  const waiting = new Map<string, number[]>()
  const answered = new Map<number, number>()
  for (const [index, item] of items.entries()) {
    const id = item.call_id ?? ''
    if (isCall(item)) {
      const others = waiting.get(id)
      if (others === undefined) waiting.set(id, [index])
      else others.push(index)
    } else if (isCallOutput(item)) {
      const [call, ...rest] = waiting.get(id) ?? []
      if (call === undefined) return unsupportedParameter(`input.${index}.call_id`, 'No call before it has this id.')
      waiting.set(id, rest)
      answered.set(call, index)
    }
  }
  for (const [call] of waiting.values()) {
    if (call !== undefined) return unsupportedParameter(`input.${call}.call_id`, 'The call has no output.')
  }
  return right(answered)
}
