import { type Either, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Dialogue } from '../../../application/conversations/chat-turn.ts'
import { listOf, nullish, uuid } from '../codecs.ts'
import type { AccountFailure } from '../failures.ts'
import { content } from './turn-wire.ts'

const MOST_LINES = 2_000

const line = t.type({
  role: t.keyof(
    { system: null, developer: null, user: null, assistant: null },
    'one of system, developer, user, assistant',
  ),
  content,
})

const lines = listOf(line, 1, MOST_LINES, 'messages')

/** Either `messages`, or `conversation_id` with `content`: `dialogueOf` says which. */
export const chatTurnRequest = t.partial(
  { messages: nullish(lines), conversation_id: nullish(uuid), content: nullish(content) },
  'ChatTurnRequest',
)

const problem = (path: readonly (string | number)[], message: string, type: string): Either<AccountFailure, never> =>
  left({ tag: 'validation_error', problems: [{ place: 'body', path, message, type }] })

/** Which of the two forms a request has; it is wrong if it has none, both or half of one. */
export const dialogueOf = (body: t.TypeOf<typeof chatTurnRequest>): Either<AccountFailure, Dialogue> => {
  const messages = body.messages ?? null
  const conversationId = body.conversation_id ?? null
  const said = body.content ?? null
  if (messages !== null) {
    if (conversationId !== null) return problem(['conversation_id'], 'cannot be sent with messages', 'conflict')
    if (said !== null) return problem(['content'], 'cannot be sent with messages', 'conflict')
    const last = messages.length - 1
    return messages[last]?.role === 'user'
      ? right({ tag: 'told', lines: messages })
      : problem(['messages', last, 'role'], 'must be user: the last message is the one that is answered', 'invalid')
  }
  if (conversationId === null) {
    return said === null
      ? problem(['messages'], 'Field required, unless conversation_id and content are sent', 'missing')
      : problem(['conversation_id'], 'Field required', 'missing')
  }
  return said === null
    ? problem(['content'], 'Field required', 'missing')
    : right({ tag: 'kept', conversationId, content: said })
}
