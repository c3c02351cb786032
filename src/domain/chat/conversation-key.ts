import { isNonEmptyText } from '../json.ts'
import { hashText } from '../routing/text-hash.ts'
import type { ChatMessage } from './message.ts'
import type { ChatRequest } from './request.ts'

/** Of the opening texts only so much is read: enough to tell conversations apart, at the same cost for all. */
const MAX_OPENING_CHARACTERS = 4_096
const MAX_NAME_CHARACTERS = 512

const textOf = ({ content }: ChatMessage): string => {
  if (content === undefined || content === null) return ''
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')
  return text.slice(0, MAX_OPENING_CHARACTERS)
}

/** What stays the same from turn to turn: the first instructions and the first question. */
const openingOf = ({ messages }: ChatRequest): string => {
  const instructions = messages.find(({ role }) => role === 'system' || role === 'developer')
  const question = messages.find(({ role }) => role === 'user')
  return [instructions, question].map((message) => (message === undefined ? '' : textOf(message))).join('\n')
}

/** Fields by which a client names what belongs together, in the order in which they count. */
const NAME_FIELDS = ['prompt_cache_key', 'session_id'] as const

const nameIn = (request: ChatRequest): string | null => {
  for (const field of NAME_FIELDS) {
    const value = request[field]
    if (isNonEmptyText(value)) return value
  }
  return null
}

/**
 * Names the conversation of a call, so that its calls reach the provider that has its prompt cached. It is made of the
 * conversation's name if the client sent one (`session`, else a field of the request), and otherwise of its first
 * messages. The same name of two owners means two conversations.
 */
export const conversationKey = (ownerId: string, request: ChatRequest, session: string | null): string => {
  const name = session ?? nameIn(request)
  const parts = name === null ? ['opening', openingOf(request)] : ['name', name.slice(0, MAX_NAME_CHARACTERS)]
  return hashText([ownerId, request.model, ...parts].join('\n')).toString(36)
}
