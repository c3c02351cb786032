import type { ToolCallDelta } from '../../../domain/chat/chunk.ts'
import { argumentsOf, customOf, generatedCallId } from './tool-call.ts'
import { arrayOf, countOf, nonEmptyOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

interface Slot {
  readonly index: number
  readonly upstreamIndex: number | null
  readonly upstreamId: string | null
  nameTold: boolean
}

/**
 * Orders the tool call fragments of one choice: every call gets its own index, and its id, type and name once.
 * Some vendors give every parallel call index 0, or none; then a new id together with a name begins a new call.
 */
export const toolCallDeltas = (operationId: string, choiceIndex: number) => {
  const slots: Slot[] = []

  const findSlot = (upstreamIndex: number | null, id: string | null, name: string | null): Slot | undefined => {
    const known = slots.findLast(
      (slot) =>
        (upstreamIndex === null || slot.upstreamIndex === upstreamIndex) && (id === null || slot.upstreamId === id),
    )
    if (name === null) return known ?? slots.findLast((slot) => slot.upstreamIndex === upstreamIndex) ?? slots.at(-1)
    // Without an id or an index to go by, a name can only be the beginning of the next call.
    return id === null && upstreamIndex === null ? undefined : known
  }

  const toDelta = (value: unknown): readonly ToolCallDelta[] => {
    const call = objectOf(value)
    if (call === null) return []
    const called: Wire = objectOf(call['function']) ?? objectOf(call['custom']) ?? {}
    const upstreamIndex = countOf(call['index'])
    const id = nonEmptyOf(call['id'])
    const name = nonEmptyOf(called['name'])
    const fragment = argumentsOf(called)
    const known = findSlot(upstreamIndex, id, name)
    if (known !== undefined) {
      const newName = known.nameTold ? null : name
      known.nameTold ||= newName !== null
      return newName === null && fragment === null && call['custom'] === undefined
        ? []
        : [{ index: known.index, function: functionOf(newName, fragment), ...customOf(call) }]
    }
    const slot: Slot = { index: slots.length, upstreamIndex, upstreamId: id, nameTold: name !== null }
    slots.push(slot)
    return [
      {
        index: slot.index,
        id: id ?? generatedCallId(operationId, choiceIndex, slot.index),
        type: stringOf(call['type']) ?? 'function',
        function: functionOf(name, fragment ?? ''),
        ...customOf(call),
      },
    ]
  }

  return (value: unknown): readonly ToolCallDelta[] => (arrayOf(value) ?? NO_CALLS).flatMap(toDelta)
}

const NO_CALLS: readonly unknown[] = []

const functionOf = (name: string | null, fragment: string | null): NonNullable<ToolCallDelta['function']> => ({
  ...(name === null ? {} : { name }),
  ...(fragment === null ? {} : { arguments: fragment }),
})
