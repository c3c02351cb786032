import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListConversations } from '../../../application/conversations/list-conversations.ts'
import { json } from '../answer.ts'
import { booleanInText, defaulted, integerBetween, integerInText } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { conversationBody, writeConversation } from './conversation-wire.ts'

const DEFAULT_LIMIT = 50
const MOST = 200
const LARGEST_OFFSET = 999_999_999

const query = t.type({
  limit: defaulted(integerInText(1, MOST), DEFAULT_LIMIT),
  offset: defaulted(integerInText(0, LARGEST_OFFSET), 0),
  archived: defaulted(booleanInText, false),
})

const page = t.type(
  {
    data: t.array(conversationBody),
    total: integerBetween(0, Number.MAX_SAFE_INTEGER),
    limit: integerBetween(1, MOST),
    offset: integerBetween(0, LARGEST_OFFSET),
  },
  'ConversationListResponse',
)

export const listConversationsEndpoint = (listConversations: ListConversations): Endpoint =>
  endpoint({
    id: 'listConversations',
    method: 'GET',
    path: '/v1/me/conversations',
    auth: 'session',
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
