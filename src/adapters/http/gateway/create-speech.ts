import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import type { CreateSpeechFailure, CreateSpeechInput, MadeSpeech } from '../../../application/gateway/create-speech.ts'
import type { Metered } from '../../../application/gateway/metered-call.ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import type { SpeechRequest } from '../../../domain/speech/request.ts'
import { modelId, nullish, numberBetween, textOfLength } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { optionalIdempotencyKey } from '../idempotency-key.ts'
import { oncePerKey } from './once-per-key.ts'
import { paidHeaders } from './paid-headers.ts'

export interface CreateSpeechEndpointDeps {
  readonly createSpeech: (input: CreateSpeechInput) => Promise<Either<CreateSpeechFailure, Metered<MadeSpeech>>>
  readonly keyedCalls: KeyedCalls
}

/** SpeechRequest of the specification. */
const speechRequest = t.intersection([
  t.type({
    model: modelId,
    input: textOfLength(1, 4096),
  }),
  t.partial({
    voice: nullish(textOfLength(0, 256)),
    instructions: nullish(textOfLength(0, 4096)),
    response_format: nullish(t.keyof({ mp3: null, wav: null, pcm: null }, 'one of mp3, wav, pcm')),
    speed: nullish(numberBetween(0.25, 4)),
    stream_format: nullish(textOfLength(0, 64)),
  }),
])

const ALTERNATIVES = {
  'audio/wav': 'With `response_format: wav`.',
  'audio/pcm': 'With `response_format: pcm`: 16-bit samples, little-endian, one channel, 24 kHz.',
}

const requestOf = (body: t.TypeOf<typeof speechRequest>): SpeechRequest => ({
  model: body.model,
  input: body.input,
  voice: body.voice ?? '',
  instructions: body.instructions ?? null,
  format: body.response_format ?? 'mp3',
  speed: body.speed ?? 1,
})

export const createSpeechEndpoint = ({ createSpeech, keyedCalls }: CreateSpeechEndpointDeps): Endpoint =>
  endpoint({
    id: 'createSpeech',
    method: 'POST',
    path: '/v1/audio/speech',
    auth: 'api_key',
    summary: 'Say a text aloud',
    headers: optionalIdempotencyKey,
    body: speechRequest,
    bounds: BODY_BOUNDS.texts,
    success: {
      status: 200,
      description: 'The sound: `audio/mpeg`, `audio/wav` or `audio/pcm`.',
      body: 'audio/mpeg',
      alternatives: ALTERNATIVES,
    },
    failures: [
      'model_not_found',
      'unsupported_capability',
      'unsupported_parameter',
      'rejected_by_upstream',
      'insufficient_balance',
      'balance_held',
      'key_spend_limit_exceeded',
      'top_up_required',
      'upstream_error',
      'upstream_timeout',
      'upstream_rate_limited',
      'upstream_refused_content',
      'idempotency_in_progress',
      'idempotency_mismatch',
      'overloaded',
      'ledger_unavailable',
    ],
    handle: oncePerKey(
      keyedCalls,
      { scope: 'audio.speech', afterCrash: 'fail' },
      async ({ body }, principal, named) => {
        if ((body.stream_format ?? 'audio') !== 'audio') {
          const message = 'Speech is answered in one piece, as audio.'
          return left({ tag: 'unsupported_parameter', param: 'stream_format', message })
        }
        const metered = await createSpeech({ principal, request: requestOf(body), operationId: named })
        if (isLeft(metered)) return metered
        const { operationId, answer, delivered } = metered.right
        const { bytes, mimeType, priceMicro } = answer
        const headers = paidHeaders(operationId, priceMicro)
        return right({ tag: 'bytes', status: 200, contentType: mimeType, body: bytes, headers, sent: delivered })
      },
    ),
  })
