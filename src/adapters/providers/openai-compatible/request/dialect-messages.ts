import type { ChatMessage } from '../../../../domain/chat/message.ts'
import type { DialectRules } from '../dialects.ts'
import { toMistral } from './mistral-messages.ts'
import { withSpokenAnswers } from './spoken-answers.ts'

type Messages = readonly ChatMessage[]

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

interface DialectMessages {
  readonly messages: Messages
  /** What of the caller's messages is not among them: paths without the places in lists, each once. */
  readonly leftOut: readonly string[]
}

/** The messages as the provider of the dialect accepts them. */
export const inDialect = (given: Messages, rules: DialectRules, isThinking: boolean): DialectMessages => {
  const known = rules.knowsDeveloper === true ? given : withoutDeveloper(given)
  if (rules.isMistral === true) return toMistral(withSpokenAnswers(known))
  if (rules.isDeepSeek !== true) return { messages: known, leftOut: [] }
  const spoken = withSpokenAnswers(known)
  return { messages: isThinking ? withReasoning(spoken) : spoken, leftOut: [] }
}
