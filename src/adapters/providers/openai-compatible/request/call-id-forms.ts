import { createHash } from 'node:crypto'
import type { ChatMessage } from '../../../../domain/chat/message.ts'
import { shortCallId } from '../../call-ids/short-call-id.ts'
import { withUniqueCallIds } from '../../call-ids/unique-call-ids.ts'

/** What a provider takes for the id of a tool call. */
export interface CallIdForm {
  isTaken(id: string): boolean
  /** The id in place of one that is not taken: the same one for the same id, in every turn. */
  substitute(id: string): string
}

export const idsUpTo = (maxChars: number): CallIdForm => ({
  isTaken: (id) => id.length <= maxChars,
  substitute: shortCallId,
})

/** Mistral's ids: nine Latin letters and digits, enough to tell the calls of a conversation apart. */
export const NINE_CHARACTERS: CallIdForm = {
  isTaken: (id) => /^[A-Za-z0-9]{9}$/.test(id),
  substitute: (id) =>
    BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)
      .toString(36)
      .slice(-9),
}

/**
 * The messages with ids of tool calls that the provider takes, each once. Another provider's id may be longer, because
 * it carries the thoughts before the call; a call and its result get the same substitute, in every turn.
 */
export const withCallIds = (
  messages: readonly ChatMessage[],
  { isTaken, substitute }: CallIdForm,
): readonly ChatMessage[] => {
  const isForeign = (id: string | null | undefined): id is string => typeof id === 'string' && !isTaken(id)
  return withUniqueCallIds(messages).map((message) => {
    const { tool_calls: calls, tool_call_id: answered } = message
    if (isForeign(answered)) return { ...message, tool_call_id: substitute(answered) }
    if (calls?.some(({ id }) => isForeign(id)) !== true) return message
    return {
      ...message,
      tool_calls: calls.map((call) => (isForeign(call.id) ? { ...call, id: substitute(call.id) } : call)),
    }
  })
}
