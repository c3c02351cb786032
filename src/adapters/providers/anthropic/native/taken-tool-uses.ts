import { shortCallId } from '../../call-ids/short-call-id.ts'
import { hasRepeated, uniqueCallIds } from '../../call-ids/unique-call-ids.ts'
import { stringOf } from '../../../../domain/json.ts'
import { objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { isTakenCallId } from '../tool-call-id.ts'

const idOfCall = ({ type, id }: Wire): string | null => (type === 'tool_use' ? stringOf(id) : null)
const idOfResult = ({ type, tool_use_id: id }: Wire): string | null => (type === 'tool_result' ? stringOf(id) : null)

const taken = (id: string): string => (isTakenCallId(id) ? id : shortCallId(id))

/**
 * A conversation on this wire with another id for each call whose id is not one of this wire, or is that of an earlier
 * call, and for its result: another model may have made these calls. Null where all ids are taken as they are.
 */
export const withTakenToolUses = (messages: readonly Wire[]): readonly Wire[] | null => {
  const called = messages.flatMap(({ content }) => objectsIn(content).flatMap((block) => idOfCall(block) ?? []))
  if (!hasRepeated(called) && called.every(isTakenCallId)) return null
  const ids = uniqueCallIds()
  const withOwnId = (block: Wire): Wire => {
    const [call, result] = [idOfCall(block), idOfResult(block)]
    if (call !== null) return { ...block, id: taken(ids.called(call)) }
    return result === null ? block : { ...block, tool_use_id: taken(ids.answered(result)) }
  }
  return messages.map((message) => {
    const blocks = objectsIn(message['content'])
    return blocks.length === 0 ? message : { ...message, content: blocks.map(withOwnId) }
  })
}
