import type { AudioFile } from './audio-file.ts'

/** `transcribe`: in the language that is spoken; `translate`: in English. */
export type TranscriptionTask = 'transcribe' | 'translate'

export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const

export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

export const TIMESTAMP_GRANULARITIES = ['word', 'segment'] as const

type TimestampGranularity = (typeof TIMESTAMP_GRANULARITIES)[number]

/** How the provider finds pauses, in the words of the published API. Null: as it does by itself. */
interface VoiceDetection {
  readonly type: 'server_vad'
  readonly prefix_padding_ms?: number | null | undefined
  readonly silence_duration_ms?: number | null | undefined
  readonly threshold?: number | null | undefined
}

/** The voices that the caller can name: the name at a place belongs to the reference at the same place. */
interface KnownSpeakers {
  readonly names: readonly string[]
  /** Short sounds of each, as `data:` URLs. */
  readonly references: readonly string[]
}

/** A recording that is to be written down. Null means that the caller does not ask for it. */
export interface TranscriptionRequest {
  readonly model: string
  readonly task: TranscriptionTask
  readonly file: AudioFile
  /** ISO 639-1, as the caller gave it. */
  readonly language: string | null
  /** Words that guide the style, in the language of the recording. */
  readonly prompt: string | null
  /** 0 to 1. */
  readonly temperature: number | null
  readonly format: TranscriptFormat
  /** Empty: the segments alone. */
  readonly granularities: readonly TimestampGranularity[]
  /** What the answer shall hold besides; the one word that is known is `logprobs`. */
  readonly include: readonly string[]
  /** How the provider cuts the recording. */
  readonly chunkingStrategy: 'auto' | VoiceDetection | null
  /** Empty: the provider numbers the voices. */
  readonly knownSpeakers: KnownSpeakers
  readonly isStream: boolean
}

/** The request that asks for nothing but the words of a recording. */
export const plainTranscriptionRequest = (model: string, file: AudioFile): TranscriptionRequest => ({
  model,
  task: 'transcribe',
  file,
  language: null,
  prompt: null,
  temperature: null,
  format: 'json',
  granularities: [],
  include: [],
  chunkingStrategy: null,
  knownSpeakers: { names: [], references: [] },
  isStream: false,
})
