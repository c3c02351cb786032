import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type {
  CreateSpeechFailure,
  CreateSpeechInput,
  CreatedSpeech,
} from '../../../../application/gateway/speech/create-speech.ts'
import type { Metered } from '../../../../application/gateway/metering/metered-call.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { SpeechRequest } from '../../../../domain/speech/request.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import { modelId, nullish, numberBetween, textOfLength } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { IGNORED_FIELDS_HEADER, ignoredFieldsHeader, unknownFields } from '../../paid-calls/ignored-fields-header.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import { paidResponse } from '../../paid-calls/write-answer.ts'
import { paidHeaders } from '../../endpoint/paid-headers.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { openAiSurface } from '../surface.ts'

interface CreateSpeechEndpointDeps {
  readonly createSpeech: (input: CreateSpeechInput) => Promise<Either<CreateSpeechFailure, Metered<CreatedSpeech>>>
  readonly keyedCalls: KeyedCalls
}

const required = {
  model: modelId,
  input: textOfLength(1, 4096),
}

const optional = {
  voice: nullish(textOfLength(0, 256)),
  instructions: nullish(textOfLength(0, 4096)),
  response_format: nullish(t.keyof({ mp3: null, wav: null, pcm: null }, 'one of mp3, wav, pcm')),
  speed: nullish(numberBetween(0.25, 4)),
  stream_format: nullish(textOfLength(0, 64)),
}

/** SpeechRequest of the specification. */
const speechRequest = t.intersection([t.type(required), t.partial(optional)])

const SPEECH_FIELDS: ReadonlySet<string> = new Set([...Object.keys(required), ...Object.keys(optional)])

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
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Say a text aloud',
    headers: optionalIdempotencyKey,
    body: speechRequest,
    bodyLimits: BODY_LIMITS.texts,
    success: {
      status: 200,
      description: 'The sound: `audio/mpeg`, `audio/wav` or `audio/pcm`.',
      body: 'audio/mpeg',
      alternatives: ALTERNATIVES,
      headers: IGNORED_FIELDS_HEADER,
    },
    failures: paidCallFailures([]),
    handle: withIdempotency(
      openAiSurface,
      keyedCalls,
      { scope: 'audio.speech', afterCrash: 'fail' },
      async ({ body: fields, openAnswer }, principal, named): Promise<Either<CreateSpeechFailure, HttpResponse>> => {
        if ((fields.stream_format ?? 'audio') !== 'audio') {
          const message = 'Speech is answered in one piece, as audio.'
          return left({ tag: 'unsupported_parameter', param: 'stream_format', message })
        }
        const memory = openAnswer()
        if (isLeft(memory)) return memory
        const input = { principal, request: requestOf(fields), operationId: named, memory: memory.right }
        const metered = await createSpeech(input)
        if (isLeft(metered)) return metered
        const { operationId } = metered.right
        const response = await paidResponse(metered.right, (spoken) => {
          const { bytes: body, mimeType: contentType, priceMicro, ignored } = spoken
          const leftOut = ignoredFieldsHeader([...unknownFields(fields, SPEECH_FIELDS), ...ignored])
          return {
            tag: 'bytes',
            status: 200,
            contentType,
            body,
            headers: { ...paidHeaders(operationId, priceMicro), ...leftOut },
          }
        })
        return right(response)
      },
    ),
  })
