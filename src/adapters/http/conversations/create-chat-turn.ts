import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import type { ChatTurnInput } from '../../../application/conversations/chat-turn.ts'
import type { TurnFailure } from '../../../application/conversations/turn-failure.ts'
import type { StoredAnswer } from '../../../application/idempotency/idempotently.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { requiredIdempotencyKey } from '../idempotency-key.ts'
import { renderJson, REPEAT_HEADERS } from '../stored-answer.ts'
import { chatTurnRequest, dialogueOf } from './dialogue-wire.ts'
import { renderGenerationFailed, TURN_FAILURES, turnAnswer } from './turn-failures.ts'
import { chatTurnBody, writeChatTurn } from './turn-wire.ts'

export const createChatTurnEndpoint = (
  chatTurn: (input: ChatTurnInput) => Promise<Either<TurnFailure, StoredAnswer>>,
): Endpoint =>
  endpoint({
    id: 'createChatTurn',
    method: 'POST',
    path: '/v1/me/chat',
    auth: 'session',
    summary: 'Take one turn of a dialogue, told whole or kept in a conversation, at the price of the task `chat`',
    headers: requiredIdempotencyKey,
    body: chatTurnRequest,
    bounds: BODY_BOUNDS.dialogue,
    success: {
      status: 200,
      description: 'The answer, paid for; stored where it was given in a conversation.',
      body: chatTurnBody,
      headers: REPEAT_HEADERS,
    },
    failures: [...TURN_FAILURES, 'conversation_archived', 'not_a_text_model'],
    handle: async (call, { userId }) => {
      const dialogue = dialogueOf(call.body)
      if (isLeft(dialogue)) return dialogue
      const answer = await chatTurn({
        userId,
        key: call.headers['idempotency-key'],
        requestHash: call.requestHash(),
        dialogue: dialogue.right,
        render: (turn) => renderJson(200, writeChatTurn(turn, call.baseUrl)),
        renderFailure: renderGenerationFailed,
      })
      return turnAnswer(answer)
    },
  })
