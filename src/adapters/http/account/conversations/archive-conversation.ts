import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ArchiveConversation } from '../../../../application/conversations/threads/archive-conversation.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { conversationBody, conversationParams, writeConversation } from './conversation-wire.ts'
import { accountSurface } from '../surface.ts'

export const archiveConversationEndpoint = (archiveConversation: ArchiveConversation): Endpoint =>
  endpoint({
    id: 'archiveConversation',
    method: 'POST',
    path: '/v1/me/conversations/:conversation_id/archive',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Put one of your conversations away: it can be read, but takes no more turns',
    params: conversationParams,
    success: { status: 200, description: 'The conversation, archived now or before.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const conversation = await archiveConversation({ userId, conversationId: params.conversation_id })
      return isLeft(conversation) ? conversation : right(json(200, writeConversation(conversation.right)))
    },
  })
