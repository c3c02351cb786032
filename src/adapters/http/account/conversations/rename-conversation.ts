import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RenameConversation } from '../../../../application/conversations/threads/rename-conversation.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { conversationBody, conversationParams, title, writeConversation } from './conversation-wire.ts'
import { accountSurface } from '../surface.ts'

export const renameConversationEndpoint = (renameConversation: RenameConversation): Endpoint =>
  endpoint({
    id: 'renameConversation',
    method: 'PATCH',
    path: '/v1/me/conversations/:conversation_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Give one of your conversations another title',
    params: conversationParams,
    body: t.type({ title }, 'ConversationRenameRequest'),
    success: { status: 200, description: 'The conversation as it is now.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ params, body }, { userId }) => {
      const input = { userId, conversationId: params.conversation_id, title: body.title }
      const conversation = await renameConversation(input)
      return isLeft(conversation) ? conversation : right(json(200, writeConversation(conversation.right)))
    },
  })
