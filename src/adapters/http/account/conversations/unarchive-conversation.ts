import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { UnarchiveConversation } from '../../../../application/conversations/threads/unarchive-conversation.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { conversationBody, conversationParams, writeConversation } from './conversation-wire.ts'
import { accountSurface } from '../surface.ts'

export const unarchiveConversationEndpoint = (unarchiveConversation: UnarchiveConversation): Endpoint =>
  endpoint({
    id: 'unarchiveConversation',
    method: 'POST',
    path: '/v1/me/conversations/:conversation_id/unarchive',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Take one of your conversations out of the archive',
    params: conversationParams,
    success: { status: 200, description: 'The conversation, which takes turns again.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const conversation = await unarchiveConversation({ userId, conversationId: params.conversation_id })
      return isLeft(conversation) ? conversation : right(json(200, writeConversation(conversation.right)))
    },
  })
