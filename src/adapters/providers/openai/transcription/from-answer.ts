import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TranscriptionResult } from '../../../../application/ports/providers/transcription-provider.ts'
import type { Json } from '../../../../domain/json.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { TranscriptFormat } from '../../../../domain/transcription/request.ts'
import { plainSegment } from '../../../../domain/transcription/transcript.ts'
import type { SpokenPart, TranscriptSegment, TranscriptWord } from '../../../../domain/transcription/transcript.ts'
import type { TranscriptionUsage } from '../../../../domain/transcription/usage.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, countOf, nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** No recording of the largest file is as long. */
const MAX_SECONDS = 1_000_000

/** A moment of the recording in seconds; null for what is none. */
const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= MAX_SECONDS ? value : null

const toSegment = (wire: Wire): readonly TranscriptSegment[] => {
  const [start, end, text] = [momentOf(wire['start']), momentOf(wire['end']), stringOf(wire['text'])]
  if (start === null || end === null || text === null) return []
  return [
    {
      ...plainSegment(start, end, text),
      seek: countOf(wire['seek']) ?? 0,
      tokens: (arrayOf(wire['tokens']) ?? []).flatMap((token) => countOf(token) ?? []),
      temperature: numberOf(wire['temperature']),
      avgLogprob: numberOf(wire['avg_logprob']),
      compressionRatio: numberOf(wire['compression_ratio']),
      noSpeechProb: numberOf(wire['no_speech_prob']),
    },
  ]
}

/** What one speaker says; nothing where the provider does not say who or when. */
export const toSpokenPart = (wire: Wire, place: number): readonly SpokenPart[] => {
  const [start, end] = [momentOf(wire['start']), momentOf(wire['end'])]
  const [text, speaker] = [stringOf(wire['text']), stringOf(wire['speaker'])]
  if (start === null || end === null || text === null || speaker === null) return []
  return [{ id: nonEmptyOf(wire['id']) ?? `seg_${place}`, start, end, text, speaker }]
}

/** The log probabilities of a transcript, or of the words that one event brings. */
export const logprobsIn = (wire: Wire): Json | null => arrayOf(wire['logprobs']) as Json | null

const languagesIn = (wire: Wire): readonly string[] | null =>
  arrayOf(wire['languages'])?.flatMap((language) => nonEmptyOf(objectOf(language)?.['code']) ?? []) ?? null

const toWord = (wire: Wire): readonly TranscriptWord[] => {
  const [start, end, word] = [momentOf(wire['start']), momentOf(wire['end']), stringOf(wire['word'])]
  return start === null || end === null || word === null ? [] : [{ word, start, end }]
}

const tokensIn = (usage: Wire): TranscriptionUsage | null => {
  const [input, output] = [countOf(usage['input_tokens']), countOf(usage['output_tokens'])]
  if (input === null || output === null) return null
  // Without a breakdown all that was read counts as sound.
  const text = Math.min(input, countOf(objectOf(usage['input_token_details'])?.['text_tokens']) ?? 0)
  return { tag: 'tokens', audioTokens: input - text, textTokens: text, outputTokens: output }
}

/** What the provider counted; older servers say in the transcript itself how long the recording is. */
const usageIn = (answer: Wire): TranscriptionUsage | null => {
  const usage = objectOf(answer['usage'])
  if (usage !== null && usage['type'] === 'tokens') return tokensIn(usage)
  const seconds = momentOf(usage?.['seconds']) ?? momentOf(answer['duration'])
  return seconds === null ? null : { tag: 'duration', seconds }
}

const TIMED: ReadonlySet<TranscriptFormat> = new Set(['srt', 'verbose_json', 'vtt', 'diarized_json'])

/** Reads a transcript: the body of an answer in one piece, or the last event of a streamed one. */
export const fromAnswer = (
  body: unknown,
  format: TranscriptFormat,
  upstreamRequestId: string | null,
): Either<UpstreamFailure, TranscriptionResult> => {
  const answer = objectOf(body)
  const text = stringOf(answer?.['text'])
  if (answer === null || text === null) {
    return left(badAnswer('The upstream answered without a transcript.', upstreamRequestId))
  }
  const segments = arrayOf(answer['segments'])
  if (TIMED.has(format) && segments === null) {
    return left(badAnswer('The upstream answered without times.', upstreamRequestId))
  }
  const words = arrayOf(answer['words'])
  const hasSpeakers = format === 'diarized_json'
  const transcript = {
    text,
    language: nonEmptyOf(answer['language']),
    languages: languagesIn(answer),
    segments: segments === null || hasSpeakers ? null : objectsIn(segments).flatMap(toSegment),
    spoken: hasSpeakers ? objectsIn(segments).flatMap(toSpokenPart) : null,
    words: words === null ? null : objectsIn(words).flatMap(toWord),
    logprobs: logprobsIn(answer),
  }
  return right({ transcript, usage: usageIn(answer), upstreamRequestId })
}
