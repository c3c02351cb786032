import type { ChatMessage } from '../../../domain/chat/message.ts'
import { shortCallId } from './short-call-id.ts'

interface UniqueCallIds {
  /** The id for the next call that has this one: the first keeps it. */
  called(id: string): string
  /** The id for the result of a call: of several calls with one id the oldest without a result is answered. */
  answered(id: string): string
}

/**
 * Some models give the same id to two calls of an answer, or to the first call of every turn, and most providers refuse
 * a conversation in which an id is there twice. Later calls get an id that is the same in every request.
 */
export const uniqueCallIds = (): UniqueCallIds => {
  const calls = new Map<string, number>()
  const results = new Map<string, number>()
  const idOf = (id: string, earlier: number): string => (earlier === 0 ? id : shortCallId(`${id} ${earlier}`))

  return {
    called: (id) => {
      const earlier = calls.get(id) ?? 0
      calls.set(id, earlier + 1)
      return idOf(id, earlier)
    },
    answered: (id) => {
      const earlier = results.get(id) ?? 0
      if (earlier >= (calls.get(id) ?? 0)) return id
      results.set(id, earlier + 1)
      return idOf(id, earlier)
    },
  }
}

/** Whether a text is there twice. */
export const hasRepeated = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

/** The messages with another id for each call whose id an earlier one has, and for its result. */
export const withUniqueCallIds = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  if (!hasRepeated(messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map(({ id }) => id)))) return messages
  const ids = uniqueCallIds()
  return messages.map((message) => {
    const { tool_calls: calls, tool_call_id: answered } = message
    if (message.role === 'tool' && typeof answered === 'string') {
      return { ...message, tool_call_id: ids.answered(answered) }
    }
    return calls === undefined || calls === null
      ? message
      : { ...message, tool_calls: calls.map((call) => ({ ...call, id: ids.called(call.id) })) }
  })
}
