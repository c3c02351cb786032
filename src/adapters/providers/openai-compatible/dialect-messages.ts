import type { ChatMessage } from '../../../domain/chat/message.ts'
import type { DialectRules } from './dialects.ts'

type Messages = readonly ChatMessage[]

/** Mistral wants the name of the tool beside each result; clients of OpenAI's wire give the id of the call alone. */
const withToolNames = (messages: Messages): Messages => {
  const names = new Map<string, string>()
  return messages.map((message) => {
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name)
    const name = message.role === 'tool' ? (message.name ?? names.get(message.tool_call_id ?? '')) : null
    return name === null || name === undefined ? message : { ...message, name }
  })
}

/** The fewest words that hand the floor back; an empty answer is refused. */
const HEARD: ChatMessage = { role: 'assistant', content: 'OK.' }

/**
 * After the result of a tool Mistral hears the model alone, so the model is made to answer before the user speaks: that
 * keeps the words of the user apart from those of the tool, and keeps images, which no result can hold.
 */
const withAnswerAfterResults = (messages: Messages): Messages =>
  messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role === 'tool' ? [HEARD, message] : [message],
  )

/** DeepSeek wants back what was thought before each answer. Nothing is known of an answer that another model gave. */
const withReasoning = (messages: Messages): Messages =>
  messages.map((message) =>
    message.role === 'assistant' && typeof message.reasoning_content !== 'string'
      ? { ...message, reasoning_content: '' }
      : message,
  )

/** The instructions of a developer under the name that every provider knows. */
const withoutDeveloper = (messages: Messages): Messages =>
  messages.some(({ role }) => role === 'developer')
    ? messages.map((message) => (message.role === 'developer' ? { ...message, role: 'system' as const } : message))
    : messages

/** The messages as the provider of the dialect accepts them. */
export const inDialect = (messages: Messages, rules: DialectRules, isThinking: boolean): Messages => {
  const known = rules.knowsDeveloper === true ? messages : withoutDeveloper(messages)
  if (rules.isDeepSeek === true) return isThinking ? withReasoning(known) : known
  const hasResults = rules.isMistral === true && known.some(({ role }) => role === 'tool')
  return hasResults ? withAnswerAfterResults(withToolNames(known)) : known
}
