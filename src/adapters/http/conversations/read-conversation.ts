import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ReadConversation } from '../../../application/conversations/read-conversation.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { conversationBody, conversationParams, writeConversation } from './conversation-wire.ts'

export const readConversationEndpoint = (readConversation: ReadConversation): Endpoint =>
  endpoint({
    id: 'readConversation',
    method: 'GET',
    path: '/v1/me/conversations/:conversation_id',
    auth: 'session',
    summary: 'Read one of your conversations',
    params: conversationParams,
    success: { status: 200, description: 'The conversation.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const conversation = await readConversation({ userId, conversationId: params.conversation_id })
      return isLeft(conversation) ? conversation : right(json(200, writeConversation(conversation.right)))
    },
  })
