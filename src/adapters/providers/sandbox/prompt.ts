import type { ChatFile, ChatMessage, ContentPart } from '../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { wordCount } from './words.ts'

/** Base64 has four characters for three bytes, and ends in up to two that stand for none. */
const bytesIn = (base64: string): number => Math.floor((base64.replace(/={1,2}$/, '').length * 3) / 4)

/** What the sandbox says of a PDF, which it does not open. */
const fileText = ({ file_data: data, file_url: url, filename }: ChatFile): string => {
  const place = typeof url === 'string' ? `at ${url}` : `of ${bytesIn((data ?? '').replace(/^[^,]{0,64},/, ''))} bytes`
  return ` [${filename ?? 'file'}: a PDF ${place}]`
}

const partText = ({ text, file }: ContentPart): string =>
  file === undefined || file === null ? (text ?? '') : fileText(file)

/** The text of a message; parts are joined, a file is named with its size, and images say nothing. */
export const messageText = ({ content }: ChatMessage): string => {
  if (content === null || content === undefined) return ''
  return typeof content === 'string' ? content : content.map(partText).join('')
}

/** What echo repeats: the last message of the user, '' where there is none. */
export const lastUserText = (request: ChatRequest): string => {
  const message = request.messages.findLast(({ role }) => role === 'user')
  return message === undefined ? '' : messageText(message)
}

export const promptWords = (request: ChatRequest): number =>
  request.messages.reduce((words, message) => words + wordCount(messageText(message)), 0)
