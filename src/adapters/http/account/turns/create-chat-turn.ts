import { isLeft } from 'fp-ts/lib/Either.js'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import type { ChatTurn, chatTurn as makeChatTurn } from '../../../../application/conversations/turns/chat-turn.ts'
import type { TextTurnFailure } from '../../../../application/conversations/turns/turn-failure.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { REPLAY_HEADERS, requiredIdempotencyKey } from '../../endpoint/idempotency.ts'
import { chatTurnRequest, chatHistoryOf } from './chat-history-wire.ts'
import { answerTokenCall, chargedLogFields, TURN_FAILURES } from './token-call.ts'
import { chatTurnBody, writeChatTurn } from '../conversations/message-wire.ts'
import { accountSurface } from '../surface.ts'

export const createChatTurnEndpoint = (chatTurn: ReturnType<typeof makeChatTurn>, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'createChatTurn',
    method: 'POST',
    path: '/v1/me/chat',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Take one turn, with inline history or in a stored conversation, at the price of the task `chat`',
    headers: requiredIdempotencyKey,
    body: chatTurnRequest,
    bodyLimits: BODY_LIMITS.chatHistory,
    success: {
      status: 200,
      description: 'The answer, paid for; stored where it was given in a conversation.',
      body: chatTurnBody,
      headers: REPLAY_HEADERS,
    },
    failures: [...TURN_FAILURES, 'conversation_archived', 'not_a_text_model'],
    handle: async (call, { userId }) => {
      const history = chatHistoryOf(call.body)
      if (isLeft(history)) return history
      return answerTokenCall<TextTurnFailure, Charged<ChatTurn>>(keyedCalls, call, {
        userId,
        scope: 'me.chat',
        execute: (operation) => chatTurn({ userId, history: history.right, memory: call.answerMemory() }, operation),
        status: 200,
        write: (turn) => writeChatTurn(turn, call.baseUrl),
        logFields: chargedLogFields,
      })
    },
  })
