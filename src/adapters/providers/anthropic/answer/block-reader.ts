import type { ChatDelta } from '../../../../domain/chat/chunk.ts'
import { fieldsNamed } from '../../../../domain/exact-numbers.ts'
import { stringOf } from '../../../../domain/json.ts'
import { nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { startCallIds, thinkingBlock } from '../tool-call-id.ts'

/** What the model gives a tool. */
export const CALL_FIELDS = fieldsNamed('input')

/** A block that is being sent. */
interface OpenBlock {
  readonly start: Wire
  /** The number of the tool call that the block is; null for other blocks. */
  readonly callIndex: number | null
  hasArguments: boolean
  thinking: string
  signature: string
}

/**
 * Reads the content blocks of one message, which come one after the other; each method says what the caller is to
 * hear, null for nothing. Thoughts are kept, to travel in the id of the call that they led to.
 */
export const blockReader = () => {
  let open: OpenBlock | null = null
  let callCount = 0
  const ids = startCallIds()

  return {
    start: (start: Wire): ChatDelta | null => {
      const isCall = start['type'] === 'tool_use'
      open = { start, callIndex: isCall ? callCount : null, hasArguments: false, thinking: '', signature: '' }
      if (!isCall) return readDelta(open, start)
      const id = ids.idOf(stringOf(start['id']) ?? '')
      callCount += 1
      const called = { name: stringOf(start['name']) ?? '', arguments: '' }
      return { tool_calls: [{ index: callCount - 1, id, type: 'function', function: called }] }
    },
    isInside: (): boolean => open !== null,
    add: (delta: Wire): ChatDelta | null => (open === null ? null : readDelta(open, delta)),
    stop: (): ChatDelta | null => {
      const block = open
      open = null
      if (block === null) return null
      // A call without fragments has its arguments, if any, in the beginning of its block.
      if (block.callIndex !== null) {
        return block.hasArguments ? null : fragment(block, JSON.stringify(objectOf(block.start['input']) ?? {}))
      }
      const thought = thinkingBlock(
        block.start['type'] === 'thinking'
          ? { type: 'thinking', thinking: block.thinking, signature: block.signature }
          : block.start,
      )
      if (thought !== null) ids.think(thought)
      return null
    },
  }
}

/** A delta, or the beginning of a block, which may hold the first words already. */
const readDelta = (block: OpenBlock, delta: Wire): ChatDelta | null => {
  const json = nonEmptyOf(delta['partial_json'])
  if (json !== null && block.callIndex !== null) {
    block.hasArguments = true
    return fragment(block, json)
  }
  block.signature += stringOf(delta['signature']) ?? ''
  const thought = nonEmptyOf(delta['thinking'])
  if (thought !== null) {
    block.thinking += thought
    return { reasoning_content: thought }
  }
  const text = nonEmptyOf(delta['text'])
  return text === null ? null : { content: text }
}

const fragment = ({ callIndex }: OpenBlock, json: string): ChatDelta => ({
  tool_calls: [{ index: callIndex ?? 0, function: { arguments: json } }],
})
