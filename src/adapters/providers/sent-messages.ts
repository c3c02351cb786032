import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatMessage } from '../../domain/chat/message.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { rejected } from './failures/adapter-failures.ts'
import { isInstruction } from '../../domain/chat/message.ts'
import { withUniqueCallIds } from './call-ids/unique-call-ids.ts'

/** A message that is sent, and where it stands in the caller's request. */
interface SentMessage {
  readonly message: ChatMessage
  readonly path: string
}

interface SentMessages {
  readonly sent: readonly SentMessage[]
  /** What of the caller's messages is not among them: paths without the places in lists, each once. */
  readonly leftOut: readonly string[]
}

/** Whether the words of a message are none to the provider, which refuses a message without any. */
type IsEmpty = (message: ChatMessage) => boolean

/** Where nothing but instructions is sent, the model is to follow them: they are asked as the user's words. */
const asked = (sent: readonly SentMessage[]): readonly SentMessage[] =>
  sent.every(({ message }) => isInstruction(message))
    ? sent.map(({ message, path }) => ({ message: { ...message, role: 'user' }, path }))
    : sent

/**
 * The messages that are not empty, each call with an id of its own, without the answers at the end where the model does
 * not go on from one (`prefill`): to most models that is an error, and to the caller hardly more than a hint.
 */
export const sentMessages = (messages: readonly ChatMessage[], prefill: boolean, isEmpty: IsEmpty): SentMessages => {
  const given = withUniqueCallIds(messages).flatMap((message, index) =>
    isEmpty(message) ? [] : [{ message, path: `messages.${index}` }],
  )
  if (prefill) return { sent: asked(given), leftOut: [] }
  const end = given.findLastIndex(({ message }) => message.role !== 'assistant' && !isInstruction(message)) + 1
  const sent = given.filter(({ message }, index) => index < end || isInstruction(message))
  return { sent: asked(sent), leftOut: sent.length < given.length ? ['messages.assistant'] : [] }
}

/** The failure of a conversation of which nothing is sent. */
export const nothingToAnswer = (): Either<UpstreamFailure, never> =>
  rejected('rejected_by_upstream', 'messages', 'There is no user message to answer.')

/** Whether a message is empty whose texts are so; one with a call, a result or a file never is. */
export const isEmptyBut =
  (isEmptyText: (text: string) => boolean): IsEmpty =>
  ({ role, content, refusal, tool_calls: calls }) => {
    if (role === 'tool' || (calls ?? []).length > 0) return false
    const isNone = (text: string | null | undefined): boolean =>
      text === undefined || text === null || isEmptyText(text)
    if (role === 'assistant' && !isNone(refusal)) return false
    if (content === undefined || content === null || typeof content === 'string') return isNone(content)
    return content.every(
      (part) => (part.type === 'text' || part.type === 'refusal') && isNone(part.text) && isNone(part.refusal),
    )
  }
