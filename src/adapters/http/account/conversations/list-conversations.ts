import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListConversations } from '../../../../application/conversations/threads/list-conversations.ts'
import { json } from '../../sending/http-response.ts'
import { booleanFromString, defaulted, integerBetween, integerFromString } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { conversationBody, writeConversation } from './conversation-wire.ts'
import { accountSurface } from '../surface.ts'

const MAX_LIMIT = 200
const MAX_OFFSET = 999_999_999

const query = t.type({
  limit: pageLimit(MAX_LIMIT),
  offset: defaulted(integerFromString(0, MAX_OFFSET), 0),
  archived: defaulted(booleanFromString, false),
})

const page = t.type(
  {
    data: t.array(conversationBody),
    total: integerBetween(0, Number.MAX_SAFE_INTEGER),
    limit: integerBetween(1, MAX_LIMIT),
    offset: integerBetween(0, MAX_OFFSET),
  },
  'ConversationListResponse',
)

export const listConversationsEndpoint = (listConversations: ListConversations): Endpoint =>
  endpoint({
    id: 'listConversations',
    method: 'GET',
    path: '/v1/me/conversations',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'List your conversations, the most recently active first',
    query,
    success: { status: 200, description: 'One page. What is archived is in it with `archived=true`.', body: page },
    failures: [],
    handle: async ({ query: asked }, { userId }) => {
      const { limit, offset } = asked
      const found = await listConversations({ userId, withArchived: asked.archived, limit, offset })
      return right(json(200, { data: found.conversations.map(writeConversation), total: found.total, limit, offset }))
    },
  })
