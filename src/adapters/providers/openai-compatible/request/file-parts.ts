import type { ChatMessage, ContentPart } from '../../../../domain/chat/message.ts'

const isFile = ({ type }: ContentPart): boolean => type === 'file'

const hasFile = (message: ChatMessage): message is ChatMessage & { readonly content: readonly ContentPart[] } => {
  const { content } = message
  return content !== undefined && content !== null && typeof content !== 'string' && content.some(isFile)
}

/** Where the first file of a conversation stands in the caller's body; null if there is none. */
export const firstFile = (messages: readonly ChatMessage[]): string | null => {
  const index = messages.findIndex(hasFile)
  const content = messages[index]?.content
  return typeof content === 'object' && content !== null
    ? `messages.${index}.content.${content.findIndex(isFile)}.type`
    : null
}

/** The wire wants a name with the bytes of a file; here it is optional. */
const USUAL_NAME = 'document.pdf'

const withName = (part: ContentPart): ContentPart =>
  isFile(part) ? { ...part, file: { ...part.file, filename: part.file?.filename ?? USUAL_NAME } } : part

/** The message with a name for every file. */
export const withFileNames = (message: ChatMessage): ChatMessage =>
  hasFile(message) ? { ...message, content: message.content.map(withName) } : message
