import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChatHistory } from '../../../../application/conversations/turns/chat-turn.ts'
import { listOf, nullish, uuid } from '../../codecs/codecs.ts'
import { onlyKnown } from '../../codecs/only-known.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { content } from '../conversations/message-wire.ts'

const MAX_MESSAGES = 2_000

const line = onlyKnown(
  t.type({
    role: t.keyof(
      { system: null, developer: null, user: null, assistant: null },
      'one of system, developer, user, assistant',
    ),
    content,
  }),
)

const lines = listOf(line, 1, MAX_MESSAGES, 'messages')

/** Either `messages`, or `conversation_id` with `content`: `chatHistoryOf` says which. */
export const chatTurnRequest = onlyKnown(
  t.partial({ messages: nullish(lines), conversation_id: nullish(uuid), content: nullish(content) }, 'ChatTurnRequest'),
)

const problem = (path: readonly (string | number)[], message: string, type: string): Either<ValidationError, never> =>
  left(problemIn('body', path, message, type))

/** Which of the two forms a request has; it is wrong if it has none, both or half of one. */
export const chatHistoryOf = (body: t.TypeOf<typeof chatTurnRequest>): Either<ValidationError, ChatHistory> => {
  const messages = body.messages ?? null
  const conversationId = body.conversation_id ?? null
  const text = body.content ?? null
  if (messages !== null) {
    if (conversationId !== null) return problem(['conversation_id'], 'cannot be sent with messages', 'conflict')
    if (text !== null) return problem(['content'], 'cannot be sent with messages', 'conflict')
    const last = messages.length - 1
    return messages[last]?.role === 'user'
      ? right({ tag: 'inline', lines: messages })
      : problem(['messages', last, 'role'], 'must be user: the last message is the one that is answered', 'invalid')
  }
  if (conversationId === null) {
    return text === null
      ? problem(['messages'], 'Field required, unless conversation_id and content are sent', 'missing')
      : problem(['conversation_id'], 'Field required', 'missing')
  }
  return text === null
    ? problem(['content'], 'Field required', 'missing')
    : right({ tag: 'stored', conversationId, content: text })
}
