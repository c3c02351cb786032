import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { PollMessage } from '../../../../application/conversations/threads/poll-message.ts'
import { json } from '../../sending/http-response.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { messageBody, writeMessage } from './message-wire.ts'
import { accountSurface } from '../surface.ts'

export const pollMessageEndpoint = (pollMessage: PollMessage): Endpoint =>
  endpoint({
    id: 'pollMessage',
    method: 'POST',
    path: '/v1/me/conversations/:conversation_id/messages/:message_id/poll',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Read a message as it is now; one that waits for a video asks its provider how far it is',
    params: t.type({ conversation_id: uuid, message_id: uuid }),
    success: {
      status: 200,
      description: 'The message. When its video is finished or fails, its tokens are charged or given back.',
      body: messageBody,
    },
    failures: ['not_found'],
    handle: async ({ params, baseUrl }, { userId }) => {
      const { conversation_id: conversationId, message_id: messageId } = params
      const message = await pollMessage({ userId, conversationId, messageId })
      return isLeft(message) ? message : right(json(200, writeMessage(message.right, baseUrl)))
    },
  })
