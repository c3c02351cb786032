import { CUSTOM, wireCall } from '../../../../domain/chat/tool-calls/custom-call.ts'
import type { ChatMessage } from '../../../../domain/chat/message.ts'
import { withFileNames } from './file-parts.ts'

/** Whether a field is refused, as its value says nothing: null, except as the content, and an empty list of calls. */
const isVoid = ([name, value]: readonly [string, unknown]): boolean =>
  value === null ? name !== 'content' : name === 'tool_calls' && Array.isArray(value) && value.length === 0

/** OpenAI and its like refuse `tool_calls: []` and most nulls, which clients send back out of a serialized answer. */
const withoutVoidFields = (message: ChatMessage): ChatMessage => {
  const fields = Object.entries(message)
  return fields.some(isVoid)
    ? { role: message.role, ...Object.fromEntries(fields.filter((field) => !isVoid(field))) }
    : message
}

/** What an answer may have in place of words. */
const IN_PLACE_OF_WORDS = ['tool_calls', 'refusal', 'audio']

/**
 * An answer that says and calls nothing with an empty text for its content: OpenAI and its like refuse it without one,
 * and an empty list in any answer. A client has such an answer where one was broken off, or was nothing but thoughts.
 */
const withContent = (message: ChatMessage): ChatMessage => {
  const { role, content } = message
  const isMissing = content === undefined || content === null || (content !== '' && content.length === 0)
  if (role !== 'assistant' || !isMissing) return message
  const fields: Readonly<Record<string, unknown>> = { ...message }
  const isSilent = IN_PLACE_OF_WORDS.every((name) => (fields[name] ?? '') === '')
  return isSilent ? { ...message, content: '' } : content === undefined ? message : { ...message, content: null }
}

/** The calls of custom tools in the shape that the wire has for them. */
const withCustomCalls = (message: ChatMessage): unknown => {
  const { tool_calls: calls } = message
  return calls?.some(({ type }) => type === CUSTOM) === true ? { ...message, tool_calls: calls.map(wireCall) } : message
}

/** A message as OpenAI and its like take it. */
export const toWireMessage = (message: ChatMessage): unknown =>
  withCustomCalls(withContent(withoutVoidFields(withFileNames(message))))
