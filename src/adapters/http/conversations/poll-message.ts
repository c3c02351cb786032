import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { PollMessage } from '../../../application/conversations/poll-message.ts'
import { json } from '../answer.ts'
import { uuid } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { messageBody, writeMessage } from './message-wire.ts'

export const pollMessageEndpoint = (pollMessage: PollMessage): Endpoint =>
  endpoint({
    id: 'pollMessage',
    method: 'POST',
    path: '/v1/me/conversations/:conversation_id/messages/:message_id/poll',
    auth: 'session',
    summary: 'Read a message as it is now; one that waits for a film asks its provider how far it is',
    params: t.type({ conversation_id: uuid, message_id: uuid }),
    success: {
      status: 200,
      description: 'The message. When its film is finished or fails, its tokens are charged or given back.',
      body: messageBody,
    },
    failures: ['not_found'],
    handle: async ({ params, baseUrl }, { userId }) => {
      const { conversation_id: conversationId, message_id: messageId } = params
      const message = await pollMessage({ userId, conversationId, messageId })
      return isLeft(message) ? message : right(json(200, writeMessage(message.right, baseUrl)))
    },
  })
