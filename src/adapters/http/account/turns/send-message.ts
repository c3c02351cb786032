import * as t from 'io-ts'
import { isLeft } from 'fp-ts/lib/Either.js'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import type { sendMessage as makeSendMessage } from '../../../../application/conversations/turns/send-message.ts'
import type { QuestionAndAnswer } from '../../../../application/conversations/turns/store-turn.ts'
import type { TextTurnFailure } from '../../../../application/conversations/turns/turn-failure.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { onlyKnown } from '../../codecs/only-known.ts'
import { imageInput, imageList, imageSourceOf } from '../../codecs/generation/image-input.ts'
import { REPLAY_HEADERS, requiredIdempotencyKey } from '../../endpoint/idempotency.ts'
import { conversationParams } from '../conversations/conversation-wire.ts'
import { answerTokenCall, chargedLogFields, TURN_FAILURES } from './token-call.ts'
import { content, conversationTurnBody, writeConversationTurn } from '../conversations/message-wire.ts'
import { accountSurface } from '../surface.ts'

const body = onlyKnown(
  t.intersection(
    [t.type({ content }), t.partial({ images: nullish(imageList(imageInput, 0)) })],
    'ConversationSendRequest',
  ),
)

export const sendMessageEndpoint = (
  sendMessage: ReturnType<typeof makeSendMessage>,
  keyedCalls: KeyedCalls,
): Endpoint =>
  endpoint({
    id: 'sendMessage',
    method: 'POST',
    path: '/v1/me/conversations/:conversation_id/messages',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Say something in a conversation and read the answer, for tokens',
    params: conversationParams,
    headers: requiredIdempotencyKey,
    body,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 201,
      description: 'Both messages, stored and paid for.',
      body: conversationTurnBody,
      headers: REPLAY_HEADERS,
    },
    failures: [...TURN_FAILURES, 'conversation_archived', 'not_a_text_model'],
    handle: async (call, { userId }) => {
      const memory = call.openAnswer()
      if (isLeft(memory)) return memory
      const conversationId = call.params.conversation_id
      const { content: text, images: given } = call.body
      const images = (given ?? []).map((image, index) => imageSourceOf(image, `images.${index}`))
      const input = { userId, conversationId, content: text, images, memory: memory.right }
      return answerTokenCall<TextTurnFailure, Charged<QuestionAndAnswer>>(keyedCalls, call, {
        userId,
        scope: `conversations.messages:${conversationId}`,
        execute: (operation) => sendMessage(input, operation),
        status: 201,
        write: (turn) => writeConversationTurn(turn, call.baseUrl),
        logFields: chargedLogFields,
      })
    },
  })
