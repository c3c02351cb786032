import type { ChatMessage } from '../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { wordCount } from './words.ts'

/** The text of a message; parts are joined, and those without text (images) say nothing. */
export const messageText = ({ content }: ChatMessage): string => {
  if (content === null || content === undefined) return ''
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('')
}

/** What echo repeats: the last message of the user, '' where there is none. */
export const lastUserText = (request: ChatRequest): string => {
  const message = request.messages.findLast(({ role }) => role === 'user')
  return message === undefined ? '' : messageText(message)
}

export const promptWords = (request: ChatRequest): number =>
  request.messages.reduce((words, message) => words + wordCount(messageText(message)), 0)
