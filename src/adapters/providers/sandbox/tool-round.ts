import type { ChatMessage } from '../../../domain/chat/message.ts'
import { messageText } from './prompt.ts'

/** What stands behind the last answer of the model: a question, the results of tools, or both. */
const lastRound = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)

/** Whether the caller waits for an answer to the result of a tool. */
export const followsToolResult = (messages: readonly ChatMessage[]): boolean => messages.at(-1)?.role === 'tool'

/**
 * Whether the user asks something for which no tool has given a result yet. A note behind a result asks nothing new.
 */
export const isNewQuestion = (messages: readonly ChatMessage[]): boolean => {
  const round = lastRound(messages)
  return round.some(({ role }) => role === 'user') && round.every(({ role }) => role !== 'tool')
}

/** The results of the last round, a line each with the tool's name; '' where there is none. */
export const quotedResults = (messages: readonly ChatMessage[]): string => {
  const calls = messages.findLast(({ role }) => role === 'assistant')?.tool_calls ?? []
  const names = new Map(calls.map((call) => [call.id, call.function.name]))
  return lastRound(messages)
    .filter(({ role }) => role === 'tool')
    .map((result) => `${names.get(result.tool_call_id ?? '') ?? 'tool'}: ${messageText(result)}`)
    .join('\n')
}
