import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ReadConversation } from '../../../../application/conversations/threads/read-conversation.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { conversationBody, conversationParams, writeConversation } from './conversation-wire.ts'
import { accountSurface } from '../surface.ts'

export const readConversationEndpoint = (readConversation: ReadConversation): Endpoint =>
  endpoint({
    id: 'readConversation',
    method: 'GET',
    path: '/v1/me/conversations/:conversation_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Read one of your conversations',
    params: conversationParams,
    success: { status: 200, description: 'The conversation.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const conversation = await readConversation({ userId, conversationId: params.conversation_id })
      return isLeft(conversation) ? conversation : right(json(200, writeConversation(conversation.right)))
    },
  })
