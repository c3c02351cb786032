import type { ChatMessage, ContentPart } from '../../../domain/chat/message.ts'
import { nonEmptyOf } from '../wire.ts'

const spokenPart = (part: ContentPart): ContentPart =>
  part.type === 'refusal' ? { type: 'text', text: part.refusal ?? '' } : part

const isSilentPart = ({ type, text }: ContentPart): boolean => type === 'text' && nonEmptyOf(text) === null

const isSilent = (content: ChatMessage['content']): boolean =>
  typeof content === 'object' && content !== null ? content.every(isSilentPart) : nonEmptyOf(content) === null

const spoken = (message: ChatMessage): readonly ChatMessage[] => {
  if (message.role !== 'assistant') return [message]
  const { refusal, ...answer } = message
  const parts = typeof answer.content === 'object' && answer.content !== null ? answer.content : []
  const content = parts.some(({ type }) => type === 'refusal') ? parts.map(spokenPart) : answer.content
  if (!isSilent(content))
    return content === message.content && refusal === undefined ? [message] : [{ ...answer, content }]
  const words = nonEmptyOf(refusal)
  if (words !== null) return [{ ...answer, content: words }]
  return (answer.tool_calls ?? []).length === 0 ? [] : [answer]
}

/**
 * The messages for providers that know no refusals: the words of a refusal are words like others, and an answer that
 * says and calls nothing, which they refuse, is left out.
 */
export const withSpokenAnswers = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.flatMap(spoken)
