import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import type { CreateVideoGenerationInput } from '../../../application/conversations/create-video-generation.ts'
import type { TurnFailure } from '../../../application/conversations/turn-failure.ts'
import type { StoredAnswer } from '../../../application/idempotency/idempotently.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { requiredIdempotencyKey } from '../idempotency-key.ts'
import { renderJson, REPEAT_HEADERS } from '../stored-answer.ts'
import { renderGenerationFailed, TURN_FAILURES, turnAnswer } from './turn-failures.ts'
import { filmAskOf, orderedVideoBody, videoGenerationRequest, writeOrderedVideo } from './video-generation-wire.ts'

export const createVideoGenerationEndpoint = (
  createVideoGeneration: (input: CreateVideoGenerationInput) => Promise<Either<TurnFailure, StoredAnswer>>,
): Endpoint =>
  endpoint({
    id: 'orderVideoGeneration',
    method: 'POST',
    path: '/v1/me/video-generations',
    auth: 'session',
    summary: 'Order a film for tokens; read it, or poll its message, until it is finished',
    headers: requiredIdempotencyKey,
    body: videoGenerationRequest,
    bounds: BODY_BOUNDS.files,
    success: {
      status: 202,
      description: 'Ordered; its tokens are held, and charged when it is finished.',
      body: orderedVideoBody,
      headers: REPEAT_HEADERS,
    },
    failures: [...TURN_FAILURES, 'not_a_video_task', 'conversation_archived'],
    handle: async (call, { userId }) => {
      const { body } = call
      const ask = filmAskOf(body)
      if (isLeft(ask)) return left({ tag: 'validation_error', problems: [ask.left] })
      const answer = await createVideoGeneration({
        userId,
        key: call.headers['idempotency-key'],
        requestHash: call.requestHash(),
        task: body.task,
        ask: ask.right,
        conversationId: body.conversation_id ?? null,
        render: (generation) => renderJson(202, writeOrderedVideo(generation)),
        renderFailure: renderGenerationFailed,
      })
      return turnAnswer(answer)
    },
  })
