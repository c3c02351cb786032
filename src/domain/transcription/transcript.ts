import type { Json } from '../json.ts'

/** A piece of a recording, as providers of OpenAI's wire describe it. */
export interface TranscriptSegment {
  /** Seconds from the beginning of the recording. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** The provider's own figures; zero or empty where it gives none. */
  readonly seek: number
  readonly tokens: readonly number[]
  readonly temperature: number
  readonly avgLogprob: number
  readonly compressionRatio: number
  readonly noSpeechProb: number
}

export interface TranscriptWord {
  readonly word: string
  /** Seconds from the beginning of the recording. */
  readonly start: number
  readonly end: number
}

/** What one speaker says without a pause. */
export interface SpokenPart {
  readonly id: string
  /** Seconds from the beginning of the recording. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** A name that the caller gave, or the provider's own for the voice. */
  readonly speaker: string
}

/** Some words of a streamed transcript, with what the provider says of them. */
export interface DetailedWords {
  readonly words: string
  /** As the provider writes them; null if it was not asked. */
  readonly logprobs: Json | null
  /** The id of the spoken part that they belong to; null if the provider does not say. */
  readonly segmentId: string | null
}

/**
 * What a streamed transcript brings at once: some words, or what one speaker says, whose words may have come before.
 */
export type TranscriptPiece = string | DetailedWords | SpokenPart

export const isSpokenPart = (piece: TranscriptPiece): piece is SpokenPart =>
  typeof piece !== 'string' && 'speaker' in piece

/** The words of a recording. */
export interface Transcript {
  /** Empty where there was no speech. */
  readonly text: string
  /** The provider's word for the language; null if it gives none. */
  readonly language: string | null
  /** The codes of the languages that were heard, empty where none was clear; null if the provider does not tell. */
  readonly languages: readonly string[] | null
  /** Null if the provider gives no times. */
  readonly segments: readonly TranscriptSegment[] | null
  readonly words: readonly TranscriptWord[] | null
  /** Null if no speakers were asked for. */
  readonly spoken: readonly SpokenPart[] | null
  /** As the provider writes them; null if it was not asked. */
  readonly logprobs: Json | null
}

/** A segment of which the provider says no more than its times and words. */
export const plainSegment = (start: number, end: number, text: string): TranscriptSegment => ({
  start,
  end,
  text,
  seek: 0,
  tokens: [],
  temperature: 0,
  avgLogprob: 0,
  compressionRatio: 0,
  noSpeechProb: 0,
})
