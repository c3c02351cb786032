import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import type { SendMessageInput } from '../../../application/conversations/send-message.ts'
import type { TurnFailure } from '../../../application/conversations/turn-failure.ts'
import type { StoredAnswer } from '../../../application/idempotency/idempotently.ts'
import { nullish } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { imageInput, imageList, imageSourceOf } from '../image-input.ts'
import { requiredIdempotencyKey } from '../idempotency-key.ts'
import { renderJson, REPEAT_HEADERS } from '../stored-answer.ts'
import { conversationParams } from './conversation-wire.ts'
import { renderGenerationFailed, TURN_FAILURES, turnAnswer } from './turn-failures.ts'
import { content, conversationTurnBody, writeConversationTurn } from './turn-wire.ts'

const body = t.intersection(
  [t.type({ content }), t.partial({ images: nullish(imageList(imageInput, 0)) })],
  'ConversationSendRequest',
)

export const sendMessageEndpoint = (
  sendMessage: (input: SendMessageInput) => Promise<Either<TurnFailure, StoredAnswer>>,
): Endpoint =>
  endpoint({
    id: 'sendMessage',
    method: 'POST',
    path: '/v1/me/conversations/:conversation_id/messages',
    auth: 'session',
    summary: 'Say something in a conversation and read the answer, for tokens',
    params: conversationParams,
    headers: requiredIdempotencyKey,
    body,
    bounds: BODY_BOUNDS.files,
    success: {
      status: 201,
      description: 'Both messages, stored and paid for.',
      body: conversationTurnBody,
      headers: REPEAT_HEADERS,
    },
    failures: [...TURN_FAILURES, 'conversation_archived', 'not_a_text_model'],
    handle: async (call, { userId }) => {
      const answer = await sendMessage({
        userId,
        key: call.headers['idempotency-key'],
        requestHash: call.requestHash(),
        conversationId: call.params.conversation_id,
        content: call.body.content,
        images: (call.body.images ?? []).map((image, index) => imageSourceOf(image, `images.${index}`)),
        render: (turn) => renderJson(201, writeConversationTurn(turn, call.baseUrl)),
        renderFailure: renderGenerationFailed,
      })
      return turnAnswer(answer)
    },
  })
