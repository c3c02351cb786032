import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Capability, Model, TranscriptionModel } from '../catalog/model.ts'
import { unsupportedFieldIn } from '../catalog/unsupported-field.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { unsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { UnsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { AudioLength } from './audio-file.ts'
import { priceOfTranscription, usageOfSeconds } from './price.ts'
import type { TranscriptFormat, TranscriptionRequest } from './request.ts'
import { billedRecordingSeconds } from './usage.ts'

/** All that is decided about a transcription before any money or upstream is touched. */
export interface TranscriptionPlan {
  readonly model: TranscriptionModel
  /** How long the recording is, in seconds, as its file says. */
  readonly seconds: number
  /** Micro-roubles, > 0. The call never costs more. */
  readonly holdMicro: bigint
  /** The most tokens that may be counted; 0 where the model is paid by the second. */
  readonly tokenBound: number
  /** The most tokens of an answer that the hold covers. */
  readonly maxOutputTokens: number
}

export type TranscriptionPlanFailure = UnsupportedCapability | UnsupportedParameter

type Checked = Either<TranscriptionPlanFailure, TranscriptionModel>

/** What a model must be able to do for an answer of that form. */
const NEEDED: Readonly<Record<TranscriptFormat, Capability | null>> = {
  json: null,
  text: null,
  srt: 'timestamps',
  verbose_json: 'timestamps',
  vtt: 'timestamps',
  diarized_json: 'speakers',
}

/** Answers that have a published form in pieces: words alone, and what each speaker says. */
const STREAMED: ReadonlySet<TranscriptFormat> = new Set(['json', 'text', 'diarized_json'])

/** What a request asks for beside its file, under the names of its fields; null where it does not ask. */
const askedFields = (request: TranscriptionRequest): Readonly<Record<string, unknown>> => ({
  language: request.language,
  prompt: request.prompt,
  temperature: request.temperature,
  include: request.include.length > 0 ? request.include : null,
  chunking_strategy: request.chunkingStrategy,
  timestamp_granularities: request.granularities.includes('word') ? request.granularities : null,
})

/** Whether a model can do what is asked, before anything of the file is read. */
export const checkTranscription = (model: Model, request: TranscriptionRequest): Checked => {
  if (model.kind !== 'transcription')
    return unsupportedCapability('model', `${model.id} does not transcribe recordings.`)
  const { task, format, granularities } = request
  if (task === 'translate' && !model.capabilities.has('translation')) {
    return unsupportedCapability('model', `${model.id} does not translate recordings.`)
  }
  const needed = NEEDED[format]
  const isOffered = needed === null || model.capabilities.has(needed)
  if (!isOffered || (format === 'diarized_json' && task === 'translate')) {
    return unsupportedParameter('response_format', `${model.id} cannot answer as '${format}'.`)
  }
  if (granularities.length > 0 && format !== 'verbose_json') {
    return unsupportedParameter('timestamp_granularities', "Times are part of 'verbose_json' alone.")
  }
  if (request.include.length > 0 && format !== 'json') {
    return unsupportedParameter('include', "Log probabilities are part of 'json' alone.")
  }
  const isNamed = request.knownSpeakers.names.length + request.knownSpeakers.references.length > 0
  if (isNamed && format !== 'diarized_json') {
    return unsupportedParameter('known_speaker_names', "Speakers are part of 'diarized_json' alone.")
  }
  if (request.isStream && !STREAMED.has(format)) {
    return unsupportedParameter('stream', `An answer as '${format}' comes in one piece.`)
  }
  const ignored = unsupportedFieldIn(model, askedFields(request))
  return ignored === null ? right(model) : unsupportedParameter(ignored, `${model.id} does not know '${ignored}'.`)
}

/** Reasoning of the model, which the length of the recording does not bound. */
const RESERVED_TOKENS = 1_000

/** The longest sound by which a provider learns a voice. It is read, and billed, beside the recording. */
const SECONDS_OF_REFERENCE = 10

/** How much is held for a recording of that length. */
export const planTranscription = (
  model: TranscriptionModel,
  request: TranscriptionRequest,
  { seconds, boundSeconds }: AudioLength,
): TranscriptionPlan => {
  const heardSeconds = boundSeconds + request.knownSpeakers.references.length * SECONDS_OF_REFERENCE
  const likely = usageOfSeconds(model, request, heardSeconds)
  const maxOutputTokens = RESERVED_TOKENS + billedRecordingSeconds(boundSeconds) * model.limits.outputTokensPerSecond
  const bound = likely.tag === 'tokens' ? { ...likely, outputTokens: maxOutputTokens } : likely
  // The bound counts what the tariff counts, so that there is a price.
  const holdMicro = priceOfTranscription(model.tariff, bound) ?? 0n
  const tokenBound = bound.tag === 'tokens' ? bound.audioTokens + bound.textTokens + bound.outputTokens : 0
  return { model, seconds, holdMicro, tokenBound, maxOutputTokens }
}

/** The least that is held for any recording. */
export const leastTranscriptionHold = (model: TranscriptionModel, request: TranscriptionRequest): bigint =>
  planTranscription(model, request, { seconds: 0, boundSeconds: 0 }).holdMicro
