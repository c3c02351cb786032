import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { parseAudioFile } from '../../../../domain/transcription/audio-file.ts'
import type { InvalidAudio } from '../../../../domain/transcription/audio-file.ts'
import { TIMESTAMP_GRANULARITIES, TRANSCRIPT_FORMATS } from '../../../../domain/transcription/request.ts'
import type { TranscriptionRequest, TranscriptionTask } from '../../../../domain/transcription/request.ts'
import type { MultipartForm } from '../../body/form-to-object.ts'
import { integerBetween, listOf, modelId, nullish, numberBetween, textOfLength } from '../../codecs/codecs.ts'
import { uploadedFile } from '../../codecs/uploaded-file.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { unknownFields } from '../../paid-calls/ignored-fields-header.ts'

/** 25 MB, as the published API has it (contract 1: MB = 10⁶ bytes). */
const MAX_FILE_BYTES = 25_000_000

export const transcriptionForm: MultipartForm = {
  files: ['file'],
  numbers: ['temperature', 'chunking_strategy'],
  booleans: ['stream'],
  maxFileBytes: MAX_FILE_BYTES,
  isOnly: true,
}

const common = {
  prompt: nullish(textOfLength(0, 32_000)),
  response_format: nullish(wordOf(TRANSCRIPT_FORMATS)),
  temperature: nullish(numberBetween(0, 1)),
}

const required = t.type({ file: uploadedFile, model: modelId })

/** CreateTranslationRequest of the published schema. */
export const translationRequest = t.intersection([required, t.partial(common)])

const milliseconds = integerBetween(0, 60_000)

/** VadConfig of the published schema. */
const voiceDetection = t.intersection(
  [
    t.type({ type: t.literal('server_vad') }),
    t.partial({
      prefix_padding_ms: nullish(milliseconds),
      silence_duration_ms: nullish(milliseconds),
      threshold: nullish(numberBetween(0, 1)),
    }),
  ],
  'VoiceDetection',
)

const MAX_SPEAKERS = 4

/** No form has more text. */
const MAX_REFERENCE_CHARS = 1_000_000

/** CreateTranscriptionRequest of the published schema, without what is refused by name. */
export const transcriptionRequest = t.intersection([
  required,
  t.partial({
    ...common,
    language: nullish(textOfLength(0, 64)),
    timestamp_granularities: nullish(listOf(wordOf(TIMESTAMP_GRANULARITIES), 0, 2, 'granularities')),
    include: nullish(listOf(wordOf(['logprobs']), 0, 1, 'words')),
    chunking_strategy: nullish(t.union([wordOf(['auto']), voiceDetection], 'auto or an object with a type')),
    known_speaker_names: nullish(listOf(textOfLength(1, 256), 0, MAX_SPEAKERS, 'names')),
    known_speaker_references: nullish(listOf(textOfLength(1, MAX_REFERENCE_CHARS), 0, MAX_SPEAKERS, 'sounds')),
    stream: nullish(t.boolean),
  }),
])

export type TranscriptionBody = t.TypeOf<typeof transcriptionRequest>

const COMMON = ['file', 'model', ...Object.keys(common)]

export const TRANSCRIPTION_FIELDS: Readonly<Record<TranscriptionTask, ReadonlySet<string>>> = {
  translate: new Set(COMMON),
  transcribe: new Set(
    [
      COMMON,
      ['language', 'timestamp_granularities', 'include', 'chunking_strategy', 'stream'],
      ['known_speaker_names', 'known_speaker_references'],
    ].flat(),
  ),
}

/** What would change the transcript, and is not offered. */
const REFUSED = ['keywords', 'languages'] as const

const nonEmpty = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text)

/** The sound itself: an address would have to be fetched. */
const isSound = (reference: string): boolean => /^data:audio\/[\w.+-]{1,40};base64,/i.test(reference)

/** The request in a body. Of a translation no other field counts than its codec has seen. */
export const toTranscriptionRequest = (
  { file: upload, model, prompt, response_format: format, temperature, ...more }: TranscriptionBody,
  task: TranscriptionTask,
): Either<UnsupportedParameter | InvalidAudio, TranscriptionRequest> => {
  const further: Partial<TranscriptionBody> = task === 'transcribe' ? more : {}
  const unknown = unknownFields(further, TRANSCRIPTION_FIELDS[task])
  const refused = REFUSED.find((name) => unknown.includes(name))
  if (refused !== undefined) return unsupportedParameter(refused, `'${refused}' is not offered.`)
  const references = further.known_speaker_references ?? []
  const strange = references.findIndex((reference) => !isSound(reference))
  if (strange !== -1) {
    return unsupportedParameter(`known_speaker_references.${strange}`, 'A sound is sent as a data: URL in base64.')
  }
  const file = parseAudioFile(upload.bytes)
  if (isLeft(file)) return file
  return right({
    model,
    task,
    file: file.right,
    language: nonEmpty(further.language),
    prompt: nonEmpty(prompt),
    temperature: temperature ?? null,
    format: format ?? 'json',
    granularities: further.timestamp_granularities ?? [],
    include: further.include ?? [],
    chunkingStrategy: further.chunking_strategy ?? null,
    knownSpeakers: { names: further.known_speaker_names ?? [], references },
    isStream: further.stream ?? false,
  })
}
