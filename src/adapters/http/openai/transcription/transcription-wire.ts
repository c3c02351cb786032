import * as t from 'io-ts'
import type { CreatedTranscription } from '../../../../application/gateway/transcription/create-transcription.ts'
import type { TranscriptFormat } from '../../../../domain/transcription/request.ts'
import { toSrt, toVtt } from '../../../../domain/transcription/subtitles.ts'
import type { SpokenPart, Transcript, TranscriptSegment } from '../../../../domain/transcription/transcript.ts'
import { billedRecordingSeconds } from '../../../../domain/transcription/usage.ts'
import type { TranscriptionUsage } from '../../../../domain/transcription/usage.ts'
import { count, finite } from '../../codecs/codecs.ts'
import { roubleSum, sumFields } from '../../codecs/money/rouble-sum.ts'

const durationUsage = t.type(
  { type: t.literal('duration'), seconds: finite, ...sumFields('cost') },
  'TranscriptionDuration',
)

const tokenUsage = t.type(
  {
    type: t.literal('tokens'),
    input_tokens: count,
    input_token_details: t.type({ text_tokens: count, audio_tokens: count }),
    output_tokens: count,
    total_tokens: count,
    ...sumFields('cost'),
  },
  'TranscriptionTokens',
)

const segment = t.type(
  {
    id: count,
    seek: count,
    start: finite,
    end: finite,
    text: t.string,
    tokens: t.array(count),
    temperature: finite,
    avg_logprob: finite,
    compression_ratio: finite,
    no_speech_prob: finite,
  },
  'TranscriptionSegment',
)

const word = t.type({ word: t.string, start: finite, end: finite }, 'TranscriptionWord')

const language = t.type({ code: t.string }, 'TranscriptionLanguage')

/** CreateTranscriptionResponseJson of the published schema. */
const plainTranscript = t.intersection(
  [
    t.type({ text: t.string, usage: t.union([tokenUsage, durationUsage]) }),
    t.partial({ languages: t.array(language), logprobs: t.array(t.UnknownRecord) }),
  ],
  'Transcription',
)

/** CreateTranscriptionResponseVerboseJson of the published schema. */
const timedTranscript = t.intersection(
  [
    t.type({
      language: t.string,
      duration: finite,
      text: t.string,
      segments: t.array(segment),
      usage: durationUsage,
    }),
    t.partial({ words: t.array(word) }),
  ],
  'VerboseTranscription',
)

const spokenPart = t.type(
  {
    type: t.literal('transcript.text.segment'),
    id: t.string,
    start: finite,
    end: finite,
    text: t.string,
    speaker: t.string,
  },
  'SpokenPart',
)

/** CreateTranscriptionResponseDiarizedJson of the published schema. */
const spokenTranscript = t.type(
  {
    task: t.literal('transcribe'),
    duration: finite,
    text: t.string,
    segments: t.array(spokenPart),
    usage: t.union([tokenUsage, durationUsage]),
  },
  'DiarizedTranscription',
)

export const transcriptionResponse = t.union([timedTranscript, spokenTranscript, plainTranscript])

const durationOf = (seconds: number, priceMicro: bigint): t.TypeOf<typeof durationUsage> => ({
  type: 'duration',
  seconds: billedRecordingSeconds(seconds),
  ...roubleSum('cost', priceMicro),
})

/** What a transcription consumed and costs. */
export const writeUsage = (
  usage: TranscriptionUsage,
  priceMicro: bigint,
): t.TypeOf<typeof tokenUsage> | t.TypeOf<typeof durationUsage> => {
  switch (usage.tag) {
    case 'duration':
      return durationOf(usage.seconds, priceMicro)
    case 'tokens':
      return {
        type: 'tokens',
        input_tokens: usage.audioTokens + usage.textTokens,
        input_token_details: { text_tokens: usage.textTokens, audio_tokens: usage.audioTokens },
        output_tokens: usage.outputTokens,
        total_tokens: usage.audioTokens + usage.textTokens + usage.outputTokens,
        ...roubleSum('cost', priceMicro),
      }
  }
}

const writeSegment = (given: TranscriptSegment, id: number): t.TypeOf<typeof segment> => ({
  id,
  seek: given.seek,
  start: given.start,
  end: given.end,
  text: given.text,
  tokens: [...given.tokens],
  temperature: given.temperature,
  avg_logprob: given.avgLogprob,
  compression_ratio: given.compressionRatio,
  no_speech_prob: given.noSpeechProb,
})

const writeTimed = ({ transcript, seconds, usage, priceMicro }: CreatedTranscription) => ({
  language: transcript.language ?? 'unknown',
  duration: seconds,
  text: transcript.text,
  ...(transcript.words === null ? {} : { words: transcript.words }),
  segments: (transcript.segments ?? []).map(writeSegment),
  usage: durationOf(usage.tag === 'duration' ? usage.seconds : seconds, priceMicro),
})

/** What one speaker says, in an answer in one piece and as an event of a streamed one. */
export const writeSpokenPart = (part: SpokenPart) => ({ type: 'transcript.text.segment', ...part }) as const

const writeSpoken = ({ transcript, seconds, usage, priceMicro }: CreatedTranscription): unknown => ({
  task: 'transcribe',
  duration: seconds,
  text: transcript.text,
  segments: (transcript.spoken ?? []).map(writeSpokenPart),
  usage: writeUsage(usage, priceMicro),
})

/** What is reported of a transcript beside its words, in one piece and in the last event of a stream. */
export const writeDetails = ({ languages, logprobs }: Transcript) => ({
  ...(languages === null ? {} : { languages: languages.map((code) => ({ code })) }),
  ...(logprobs === null ? {} : { logprobs }),
})

const writePlain = ({ transcript, usage, priceMicro }: CreatedTranscription) => ({
  text: transcript.text,
  ...writeDetails(transcript),
  usage: writeUsage(usage, priceMicro),
})

/** The body of an answer: a JSON value, or a text with its media type. */
type WrittenTranscript =
  | { readonly tag: 'json'; readonly body: unknown }
  | { readonly tag: 'text'; readonly contentType: string; readonly text: string }

const textAs = (contentType: string, text: string): WrittenTranscript => ({
  tag: 'text',
  contentType: `${contentType}; charset=utf-8`,
  text,
})

/** An answer in the form that was asked for. */
export const writeTranscript = (answer: CreatedTranscription, format: TranscriptFormat): WrittenTranscript => {
  const { text, segments } = answer.transcript
  switch (format) {
    case 'json':
      return { tag: 'json', body: writePlain(answer) }
    case 'diarized_json':
      return { tag: 'json', body: writeSpoken(answer) }
    case 'verbose_json':
      return { tag: 'json', body: writeTimed(answer) }
    case 'text':
      return textAs('text/plain', `${text}\n`)
    case 'srt':
      return textAs('application/x-subrip', toSrt(segments ?? []))
    case 'vtt':
      return textAs('text/vtt', toVtt(segments ?? []))
  }
}
