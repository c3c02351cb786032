import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListMessages } from '../../../../application/conversations/threads/list-messages.ts'
import { json } from '../../sending/http-response.ts'
import { nullish, uuid } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { InvalidCursor } from '../../codecs/position-cursor.ts'
import { conversationParams } from './conversation-wire.ts'
import { messageBody, writeMessage } from './message-wire.ts'
import { accountSurface } from '../surface.ts'

const page = t.type({ data: t.array(messageBody), next_before: t.union([t.string, t.null]) }, 'MessagePageResponse')

/** What is no id at all is as unknown as the id of no message. */
const positionOf = (before: string | null): Either<InvalidCursor, string | null> => {
  if (before === null) return right(null)
  const id = uuid.decode(before)
  return isLeft(id) ? left({ tag: 'invalid_cursor' }) : id
}

export const listMessagesEndpoint = (listMessages: ListMessages): Endpoint =>
  endpoint({
    id: 'listMessages',
    method: 'GET',
    path: '/v1/me/conversations/:conversation_id/messages',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Read a conversation from its end upwards, the oldest message of each page first',
    params: conversationParams,
    query: t.type({ limit: pageLimit(200), before: nullish(t.string) }),
    success: {
      status: 200,
      description: 'The latest messages, or the latest before the message `before`. Their files have fresh addresses.',
      body: page,
    },
    failures: ['not_found', 'invalid_cursor'],
    handle: async ({ params, query, baseUrl }, { userId }) => {
      const before = positionOf(query.before ?? null)
      if (isLeft(before)) return before
      const found = await listMessages({
        userId,
        conversationId: params.conversation_id,
        before: before.right,
        limit: query.limit,
      })
      if (isLeft(found)) return found
      const { rows, next } = found.right
      return right(json(200, { data: rows.map((view) => writeMessage(view, baseUrl)), next_before: next }))
    },
  })
