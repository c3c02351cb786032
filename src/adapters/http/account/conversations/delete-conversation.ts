import { right } from 'fp-ts/lib/Either.js'
import type { DeleteConversation } from '../../../../application/conversations/threads/delete-conversation.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { conversationParams } from './conversation-wire.ts'

export const deleteConversationEndpoint = (deleteConversation: DeleteConversation): Endpoint =>
  endpoint({
    id: 'deleteConversation',
    method: 'DELETE',
    path: '/v1/me/conversations/:conversation_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Delete one of your conversations with its messages and files; what was paid stays in your transactions',
    params: conversationParams,
    success: { status: 204, description: 'You have no such conversation any more.' },
    failures: [],
    handle: async ({ params }, { userId }) => {
      await deleteConversation({ userId, conversationId: params.conversation_id })
      return right(noContent)
    },
  })
