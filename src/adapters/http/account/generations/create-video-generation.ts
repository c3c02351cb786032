import { isLeft } from 'fp-ts/lib/Either.js'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type { createVideoGeneration as makeCreateVideoGeneration } from '../../../../application/conversations/videos/create-video-generation.ts'
import type { VideoOrderFailure } from '../../../../application/conversations/turns/turn-failure.ts'
import type { VideoGeneration } from '../../../../application/conversations/videos/video-generation.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { REPLAY_HEADERS, requiredIdempotencyKey } from '../../endpoint/idempotency.ts'
import { answerTokenCall, TURN_FAILURES } from '../turns/token-call.ts'
import {
  toVideoGenerationRequest,
  createdVideoGenerationBody,
  videoGenerationRequest,
  writeCreatedVideoGeneration,
} from './video-generation-wire.ts'
import { accountSurface } from '../surface.ts'

export const createVideoGenerationEndpoint = (
  createVideoGeneration: ReturnType<typeof makeCreateVideoGeneration>,
  keyedCalls: KeyedCalls,
): Endpoint =>
  endpoint({
    id: 'orderVideoGeneration',
    method: 'POST',
    path: '/v1/me/video-generations',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Order a video for tokens; read it, or poll its message, until it is finished',
    headers: requiredIdempotencyKey,
    body: videoGenerationRequest,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 202,
      description: 'Ordered; its tokens are held, and charged when it is finished.',
      body: createdVideoGenerationBody,
      headers: REPLAY_HEADERS,
    },
    failures: [...TURN_FAILURES, 'not_a_video_task', 'conversation_archived'],
    handle: async (call, { userId }) => {
      const ask = toVideoGenerationRequest(call.body)
      if (isLeft(ask)) return ask
      const memory = call.openAnswer()
      if (isLeft(memory)) return memory
      const { task, conversation_id: conversationId = null } = call.body
      const input = { userId, task, ask: ask.right, conversationId, memory: memory.right }
      return answerTokenCall<VideoOrderFailure, VideoGeneration>(keyedCalls, call, {
        userId,
        scope: 'me.video-generations',
        execute: (operation) => createVideoGeneration(input, operation),
        status: 202,
        write: writeCreatedVideoGeneration,
        // It is charged when it is ready, by no request.
        logFields: ({ job }) => ({ operationId: job.id, model: job.model }),
      })
    },
  })
