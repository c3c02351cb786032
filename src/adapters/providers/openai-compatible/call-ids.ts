import type { ChatMessage } from '../../../domain/chat/message.ts'
import { shortCallId } from '../short-call-id.ts'

/**
 * The messages with ids of tool calls that the provider takes. Another provider's id may be longer, because it carries
 * the thoughts before the call; a call and its result get the same short one, in every turn.
 */
export const withShortIds = (messages: readonly ChatMessage[], maxChars: number): readonly ChatMessage[] => {
  const isLong = (id: string | null | undefined): id is string => (id?.length ?? 0) > maxChars
  return messages.map((message) => {
    const { tool_calls: calls, tool_call_id: answered } = message
    if (isLong(answered)) return { ...message, tool_call_id: shortCallId(answered) }
    if (calls?.some(({ id }) => isLong(id)) !== true) return message
    return {
      ...message,
      tool_calls: calls.map((call) => (isLong(call.id) ? { ...call, id: shortCallId(call.id) } : call)),
    }
  })
}
