import { isLeft } from 'fp-ts/lib/Either.js'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import type {
  createGeneration as makeCreateGeneration,
  Generation,
} from '../../../../application/conversations/generations/create-generation.ts'
import type { GenerationFailure } from '../../../../application/conversations/turns/turn-failure.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { REPLAY_HEADERS, requiredIdempotencyKey } from '../../endpoint/idempotency.ts'
import { generateRequest, generateResponse, toGenerationRequest, writeGeneration } from './generation-wire.ts'
import { answerTokenCall, chargedLogFields, TURN_FAILURES } from '../turns/token-call.ts'
import { accountSurface } from '../surface.ts'

export const createGenerationEndpoint = (
  createGeneration: ReturnType<typeof makeCreateGeneration>,
  keyedCalls: KeyedCalls,
): Endpoint =>
  endpoint({
    id: 'createGeneration',
    method: 'POST',
    path: '/v1/me/generations',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Have a text or an image made for tokens',
    headers: requiredIdempotencyKey,
    body: generateRequest,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 201,
      description: 'Made, paid for and kept in a conversation.',
      body: generateResponse,
      headers: REPLAY_HEADERS,
    },
    failures: [...TURN_FAILURES, 'conversation_archived'],
    handle: async (call, { userId }) => {
      const memory = call.openAnswer()
      if (isLeft(memory)) return memory
      const { task, conversation_id: conversationId = null } = call.body
      const ask = toGenerationRequest(call.body)
      const input = { userId, task, ask, conversationId, memory: memory.right }
      return answerTokenCall<GenerationFailure, Charged<Generation>>(keyedCalls, call, {
        userId,
        scope: 'me.generations',
        execute: (operation) => createGeneration(input, operation),
        status: 201,
        write: (generation) => writeGeneration(generation, call.baseUrl),
        logFields: chargedLogFields,
      })
    },
  })
