import { CUSTOM } from '../../../domain/chat/custom-call.ts'
import type { ToolCallDelta } from '../../../domain/chat/chunk.ts'
import { arrayOf, countOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { argumentsOf, calledOf, callTypeOf, generatedCallId, NO_ARGUMENTS } from './answer-fields.ts'

interface Slot {
  readonly index: number
  readonly upstreamIndex: number | null
  readonly upstreamId: string | null
  isNameSent: boolean
}

interface ToolCallDeltas {
  /** The fragments in a list of calls as it arrived. */
  read(value: unknown): readonly ToolCallDelta[]
  /** The arguments of the calls that were given none: some providers leave out those that are an empty object. */
  end(): readonly ToolCallDelta[]
}

/** The calls of one choice by what a fragment may say of its call, so that finding one costs the same among many. */
const slotIndex = () => {
  const byIndex = new Map<number | null, Slot>()
  const byId = new Map<string, Slot>()
  const byBoth = new Map<string, Slot>()
  let last: Slot | undefined
  let count = 0

  const both = (upstreamIndex: number, id: string): string => `${upstreamIndex} ${id}`

  const latest = (upstreamIndex: number | null, id: string | null): Slot | undefined => {
    if (id === null) return upstreamIndex === null ? last : byIndex.get(upstreamIndex)
    return upstreamIndex === null ? byId.get(id) : byBoth.get(both(upstreamIndex, id))
  }

  return {
    add: (call: Pick<Slot, 'upstreamIndex' | 'upstreamId' | 'isNameSent'>): Slot => {
      const slot: Slot = { index: count, ...call }
      const { upstreamIndex, upstreamId } = slot
      last = slot
      count += 1
      byIndex.set(upstreamIndex, slot)
      if (upstreamId !== null) byId.set(upstreamId, slot)
      if (upstreamId !== null && upstreamIndex !== null) byBoth.set(both(upstreamIndex, upstreamId), slot)
      return slot
    },
    find: (upstreamIndex: number | null, id: string | null, name: string | null): Slot | undefined => {
      const known = latest(upstreamIndex, id)
      if (name === null) return known ?? byIndex.get(upstreamIndex) ?? last
      // Without an id or an index to go by, a name can only be the beginning of the next call.
      return id === null && upstreamIndex === null ? undefined : known
    },
  }
}

/**
 * Orders the tool call fragments of one choice: every call gets its own index, and its id, type and name once.
 * Some providers give every parallel call index 0, or none; then a new id together with a name begins a new call. One
 * that has the id of another call of its answer gets an id of its own: clients answer calls by their ids.
 */
export const toolCallDeltas = (operationId: string, choiceIndex: number): ToolCallDeltas => {
  const slots = slotIndex()
  const callIds = new Set<string>()
  const withoutArguments = new Set<Slot>()

  const toDelta = (value: unknown): readonly ToolCallDelta[] => {
    const call = objectOf(value)
    if (call === null) return []
    const called = calledOf(call) ?? NOTHING_CALLED
    const upstreamIndex = countOf(call['index'])
    const id = nonEmptyOf(call['id'])
    const name = nonEmptyOf(called['name'])
    const fragment = argumentsOf(called)
    const known = slots.find(upstreamIndex, id, name)
    if (known !== undefined) {
      if (nonEmptyOf(fragment) !== null) withoutArguments.delete(known)
      const newName = known.isNameSent ? null : name
      known.isNameSent ||= newName !== null
      return newName === null && fragment === null
        ? []
        : [{ index: known.index, function: functionOf(newName, fragment) }]
    }
    const slot = slots.add({ upstreamIndex, upstreamId: id, isNameSent: name !== null })
    const ownId = id === null || callIds.has(id) ? generatedCallId(operationId, choiceIndex, slot.index) : id
    callIds.add(ownId)
    const type = callTypeOf(call) ?? 'function'
    if (type !== CUSTOM && nonEmptyOf(fragment) === null) withoutArguments.add(slot)
    return [
      {
        index: slot.index,
        id: ownId,
        type,
        function: functionOf(name, fragment ?? ''),
      },
    ]
  }

  return {
    read: (value) => (arrayOf(value) ?? NO_CALLS).flatMap(toDelta),
    end: () => {
      const rest = [...withoutArguments].map(({ index }) => ({ index, function: { arguments: NO_ARGUMENTS } }))
      withoutArguments.clear()
      return rest
    },
  }
}

const NO_CALLS: readonly unknown[] = []

const NOTHING_CALLED: Wire = {}

const functionOf = (name: string | null, fragment: string | null): NonNullable<ToolCallDelta['function']> => ({
  ...(name === null ? {} : { name }),
  ...(fragment === null ? {} : { arguments: fragment }),
})
