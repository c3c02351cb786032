import type { ChatMessage } from '../../../domain/chat/message.ts'

/** Of the messages of one span together; older ones are left out first. */
const MAX_CHARS = 8_000

const textOf = ({ content }: Pick<ChatMessage, 'content'>): string => {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text ?? part.refusal ?? `[${part.type}]`).join('\n')
}

const written = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })

/** The last messages of a conversation, as the conventions write them. Images and sounds are named, never shown. */
export const inputMessages = (messages: readonly ChatMessage[]): string => {
  const shown: ReturnType<typeof written>[] = []
  let left = MAX_CHARS
  for (let at = messages.length - 1; at >= 0 && left > 0; at -= 1) {
    const message = messages[at]
    if (message === undefined) break
    const text = textOf(message).slice(0, left)
    left -= text.length
    shown.push(written(message.role, text))
  }
  return JSON.stringify(shown.toReversed())
}

/** The words of an answer as they come, up to a number. */
interface AnswerText {
  take(choice: number, text: string): void
  messages(): string
}

export const answerText = (): AnswerText => {
  const texts = new Map<number, string>()
  let left = MAX_CHARS
  return {
    take: (choice, text) => {
      if (left <= 0 || text === '') return
      const taken = text.slice(0, left)
      left -= taken.length
      texts.set(choice, (texts.get(choice) ?? '') + taken)
    },
    messages: () => JSON.stringify([...texts.values()].map((text) => written('assistant', text))),
  }
}
