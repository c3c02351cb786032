import { CUSTOM } from '../../../../domain/chat/tool-calls/custom-call.ts'
import type { ToolCallDelta } from '../../../../domain/chat/chunk.ts'
import { generatedCallId } from '../../call-ids/generated-call-id.ts'
import { countOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { argumentsOf, calledOf, callTypeOf, haveHalfArguments, NO_ARGUMENTS } from './tool-calls.ts'

interface Slot {
  readonly index: number
  readonly upstreamIndex: number | null
  readonly upstreamId: string | null
  readonly isCustom: boolean
  isNameSent: boolean
  /** The arguments that have arrived. */
  given: string
}

interface ToolCallDeltas {
  /** The fragments in a list of calls as it arrived. */
  read(calls: readonly unknown[]): readonly ToolCallDelta[]
  /** The arguments of the calls that were given none: some providers leave out those that are an empty object. */
  end(): readonly ToolCallDelta[]
  /** Whether some call of a function has arguments that are no whole JSON. */
  isHalf(): boolean
}

/** The calls of one choice by what a fragment may say of its call, so that finding one costs the same among many. */
const slotIndex = () => {
  const byIndex = new Map<number | null, Slot>()
  const byId = new Map<string, Slot>()
  const byBoth = new Map<string, Slot>()
  const slots: Slot[] = []
  let last: Slot | undefined

  const both = (upstreamIndex: number, id: string): string => `${upstreamIndex} ${id}`

  const latest = (upstreamIndex: number | null, id: string | null): Slot | undefined => {
    if (id === null) return upstreamIndex === null ? last : byIndex.get(upstreamIndex)
    return upstreamIndex === null ? byId.get(id) : byBoth.get(both(upstreamIndex, id))
  }

  return {
    all: (): readonly Slot[] => slots,
    add: (call: Omit<Slot, 'index'>): Slot => {
      const slot: Slot = { index: slots.length, ...call }
      const { upstreamIndex, upstreamId } = slot
      last = slot
      slots.push(slot)
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
      known.given += fragment ?? ''
      const newName = known.isNameSent ? null : name
      known.isNameSent ||= newName !== null
      return newName === null && fragment === null
        ? []
        : [{ index: known.index, function: functionOf(newName, fragment) }]
    }
    const type = callTypeOf(call) ?? 'function'
    const isCustom = type === CUSTOM
    const given = fragment ?? ''
    const slot = slots.add({ upstreamIndex, upstreamId: id, isCustom, isNameSent: name !== null, given })
    const ownId = id === null || callIds.has(id) ? generatedCallId(operationId, choiceIndex, slot.index) : id
    callIds.add(ownId)
    if (!isCustom && nonEmptyOf(fragment) === null) withoutArguments.add(slot)
    return [
      {
        index: slot.index,
        id: ownId,
        type,
        function: functionOf(name, given),
      },
    ]
  }

  return {
    read: (calls) => (calls.length === 0 ? NO_DELTAS : calls.flatMap(toDelta)),
    end: () => {
      const rest = [...withoutArguments].map(({ index }) => ({ index, function: { arguments: NO_ARGUMENTS } }))
      withoutArguments.clear()
      return rest
    },
    isHalf: () => haveHalfArguments(slots.all().flatMap(({ isCustom, given }) => (isCustom ? [] : given))),
  }
}

const NO_DELTAS: readonly ToolCallDelta[] = []

const NOTHING_CALLED: Wire = {}

const functionOf = (name: string | null, fragment: string | null): NonNullable<ToolCallDelta['function']> => ({
  ...(name === null ? {} : { name }),
  ...(fragment === null ? {} : { arguments: fragment }),
})
