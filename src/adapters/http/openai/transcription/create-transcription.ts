import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  CreatedTranscription,
  CreateTranscriptionFailure,
  CreateTranscriptionInput,
} from '../../../../application/gateway/transcription/create-transcription.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import type { TranscriptionTask } from '../../../../domain/transcription/request.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { OPERATION_ID_HEADER, paidHeaders } from '../../endpoint/paid-headers.ts'
import { IGNORED_FIELDS_HEADER, ignoredFieldsHeader, unknownFields } from '../../paid-calls/ignored-fields-header.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import type { PaidCallHandler } from '../../paid-calls/with-idempotency.ts'
import { paidResponse, writeAnswer } from '../../paid-calls/write-answer.ts'
import type { CallLogFields } from '../../request/call-log-fields.ts'
import { json } from '../../sending/http-response.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import { PING_AFTER_MS, within } from '../../sending/keep-alive.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { openAiStream } from '../stream-codec.ts'
import { openAiSurface } from '../surface.ts'
import { chargeAtEnd, endUnpaid, incomingTranscript, transcriptFrames, watchWork } from './transcript-events.ts'
import type { TranscriptionOutcome } from './transcript-events.ts'
import {
  toTranscriptionRequest,
  transcriptionForm,
  transcriptionRequest,
  translationRequest,
  TRANSCRIPTION_FIELDS,
} from './transcription-request-codec.ts'
import type { TranscriptionBody } from './transcription-request-codec.ts'
import { transcriptionResponse, writeTranscript } from './transcription-wire.ts'

interface CreateTranscriptionEndpointDeps {
  readonly createTranscription: (input: CreateTranscriptionInput) => Promise<TranscriptionOutcome>
  readonly keyedCalls: KeyedCalls
}

type Handler = PaidCallHandler<TranscriptionBody, CreateTranscriptionFailure>

const logFieldsOf = ({ usage, priceMicro }: CreatedTranscription): CallLogFields => ({
  ...(usage.tag === 'tokens'
    ? { promptTokens: usage.audioTokens + usage.textTokens, completionTokens: usage.outputTokens }
    : {}),
  costRub: formatMicro(priceMicro, 'RUB'),
})

type Answer = Either<CreateTranscriptionFailure, HttpResponse>

const respondWhole = async (
  outcome: TranscriptionOutcome,
  { request }: CreateTranscriptionInput,
  ignored: Readonly<Record<string, string>>,
): Promise<Answer> => {
  if (isLeft(outcome)) return outcome
  const { operationId } = outcome.right
  const response = await paidResponse(outcome.right, (answer) => {
    const headers = { ...paidHeaders(operationId, answer.priceMicro), ...ignored }
    const written = writeTranscript(answer, request.format)
    if (written.tag === 'json') return json(200, written.body, { headers })
    const body = new TextEncoder().encode(written.text)
    return { tag: 'bytes', status: 200, contentType: written.contentType, body, headers }
  })
  return right(response)
}

const handle =
  ({ createTranscription }: CreateTranscriptionEndpointDeps, task: TranscriptionTask): Handler =>
  async (
    { body, addLogFields, onClientDisconnect, showTokens, openAnswer },
    principal,
    operationId,
  ): Promise<Answer> => {
    const asked = toTranscriptionRequest(body, task)
    if (isLeft(asked)) return asked
    const request = asked.right
    const ignored = ignoredFieldsHeader(unknownFields(body, TRANSCRIPTION_FIELDS[task]))
    const report = (outcome: TranscriptionOutcome): TranscriptionOutcome => {
      if (!isLeft(outcome)) void writeAnswer(outcome.right, (answer) => addLogFields(logFieldsOf(answer)))
      return outcome
    }
    const memory = openAnswer()
    if (isLeft(memory)) return memory
    const input = { principal, request, operationId, onTokens: showTokens, memory: memory.right }
    if (!request.isStream) return respondWhole(report(await createTranscription(input)), input, ignored)

    const incoming = incomingTranscript()
    const outcome = createTranscription({ ...input, onPiece: incoming.add }).then(report)
    const mayHaveWorked = watchWork(incoming, outcome)
    outcome.then(incoming.end, incoming.end)
    onClientDisconnect(() => chargeAtEnd(outcome))
    // While nothing has been sent, a failure is still an HTTP status of its own and the client may retry.
    const begun = await within(Promise.race([incoming.begun.then(() => null), outcome]), PING_AFTER_MS)
    if (begun !== null && isLeft(begun)) return left(begun.left)
    const headers = { [OPERATION_ID_HEADER]: operationId, ...ignored }
    const [frames, unsent] = [transcriptFrames(incoming, outcome), () => endUnpaid(outcome)]
    return right({ tag: 'events', frames, ping: openAiStream.ping, headers, unsent, mayHaveWorked })
  }

const ALTERNATIVES = {
  'text/plain': 'With `response_format: text`.',
  'application/x-subrip': 'With `response_format: srt`.',
  'text/vtt': 'With `response_format: vtt`.',
}

const shared = {
  method: 'POST',
  surface: openAiSurface,
  auth: 'api_key',
  group: 'Gateway',
  headers: optionalIdempotencyKey,
  bodyLimits: BODY_LIMITS.files,
  multipart: transcriptionForm,
  failures: paidCallFailures(['invalid_audio']),
} as const

const success = {
  status: 200,
  body: transcriptionResponse,
  headers: IGNORED_FIELDS_HEADER,
} as const

export const createTranscriptionEndpoint = (deps: CreateTranscriptionEndpointDeps): Endpoint =>
  endpoint({
    ...shared,
    id: 'createTranscription',
    path: '/v1/audio/transcriptions',
    summary: 'Transcribe a recording',
    body: transcriptionRequest,
    success: {
      ...success,
      description: 'The transcript; with `verbose_json` the times of its segments, with `diarized_json` its speakers.',
      alternatives: {
        ...ALTERNATIVES,
        'text/event-stream':
          'With `stream`: the words as they come, with `diarized_json` what each speaker says, then the whole text.',
      },
    },
    handle: withIdempotency(
      openAiSurface,
      deps.keyedCalls,
      { scope: 'audio.transcriptions', afterCrash: 'fail' },
      handle(deps, 'transcribe'),
    ),
  })

export const createTranslationEndpoint = (deps: CreateTranscriptionEndpointDeps): Endpoint =>
  endpoint({
    ...shared,
    id: 'createTranslation',
    path: '/v1/audio/translations',
    summary: 'Translate a recording into English',
    body: translationRequest,
    success: {
      ...success,
      description: 'The translation; with `response_format: verbose_json` the times of its segments, too.',
      alternatives: ALTERNATIVES,
    },
    handle: withIdempotency(
      openAiSurface,
      deps.keyedCalls,
      { scope: 'audio.translations', afterCrash: 'fail' },
      handle(deps, 'translate'),
    ),
  })
