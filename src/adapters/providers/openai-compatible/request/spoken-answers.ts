import type { ChatMessage, ContentPart } from '../../../../domain/chat/message.ts'
import { isEmptyBut } from '../../sent-messages.ts'

const isEmpty = isEmptyBut((text) => text === '')

const spokenPart = (part: ContentPart): ContentPart =>
  part.type === 'refusal' ? { type: 'text', text: part.refusal ?? '' } : part

const spokenContent = (content: ChatMessage['content']): ChatMessage['content'] =>
  content === undefined || content === null || typeof content === 'string' ? content : content.map(spokenPart)

/** The words of an answer and, behind them, those of its refusal. */
const withRefusal = (content: ChatMessage['content'], refusal: string): ChatMessage['content'] => {
  if (refusal === '') return content
  if (isEmpty({ role: 'assistant', content })) return refusal
  return typeof content === 'string'
    ? `${content}\n\n${refusal}`
    : [...(content ?? []), { type: 'text', text: refusal }]
}

const spoken = (message: ChatMessage): readonly ChatMessage[] => {
  if (message.role !== 'assistant') return [message]
  if (isEmpty(message)) return []
  const { refusal, ...answer } = message
  return [{ ...answer, content: withRefusal(spokenContent(answer.content), refusal ?? '') }]
}

/**
 * The messages for providers that know no refusals: the words of a refusal are words like others, and an answer that
 * says and calls nothing, which they refuse, is left out.
 */
export const withSpokenAnswers = (messages: readonly ChatMessage[]): readonly ChatMessage[] => messages.flatMap(spoken)
