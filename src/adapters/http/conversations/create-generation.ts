import type { Either } from 'fp-ts/lib/Either.js'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import type { CreateGenerationInput } from '../../../application/conversations/create-generation.ts'
import type { TurnFailure } from '../../../application/conversations/turn-failure.ts'
import type { StoredAnswer } from '../../../application/idempotency/idempotently.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { requiredIdempotencyKey } from '../idempotency-key.ts'
import { renderJson, REPEAT_HEADERS } from '../stored-answer.ts'
import { generateRequest, generateResponse, generationAskOf, writeGeneration } from './generation-wire.ts'
import { renderGenerationFailed, TURN_FAILURES, turnAnswer } from './turn-failures.ts'

export const createGenerationEndpoint = (
  createGeneration: (input: CreateGenerationInput) => Promise<Either<TurnFailure, StoredAnswer>>,
): Endpoint =>
  endpoint({
    id: 'createGeneration',
    method: 'POST',
    path: '/v1/me/generations',
    auth: 'session',
    summary: 'Have a text or a picture made for tokens',
    headers: requiredIdempotencyKey,
    body: generateRequest,
    bounds: BODY_BOUNDS.files,
    success: {
      status: 201,
      description: 'Made, paid for and kept in a conversation.',
      body: generateResponse,
      headers: REPEAT_HEADERS,
    },
    failures: [...TURN_FAILURES, 'conversation_archived'],
    handle: async (call, { userId }) => {
      const { body, baseUrl } = call
      const answer = await createGeneration({
        userId,
        key: call.headers['idempotency-key'],
        requestHash: call.requestHash(),
        task: body.task,
        ask: generationAskOf(body),
        conversationId: body.conversation_id ?? null,
        render: (generation) => renderJson(201, writeGeneration(generation, baseUrl)),
        renderFailure: renderGenerationFailed,
      })
      return turnAnswer(answer)
    },
  })
