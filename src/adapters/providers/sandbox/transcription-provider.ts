import { setImmediate as nextTurn } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import type { TranscriptionProvider } from '../../../application/ports/providers/transcription-provider.ts'
import { plainSegment } from '../../../domain/transcription/transcript.ts'
import type { Transcript } from '../../../domain/transcription/transcript.ts'
import { billedRecordingSeconds } from '../../../domain/transcription/usage.ts'
import { wordPieces } from './words.ts'

/** What voices without a name are called. */
const VOICES = ['A', 'B'] as const

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100

/** Two sentences that name the length, each for half of the recording, and each of another speaker. */
const transcriptOf = (given: number, language: string | null, names: readonly string[]): Transcript => {
  const seconds = rounded(given)
  const sentences = [`This recording lasts ${seconds} seconds.`, 'The sandbox hears no words in it.']
  const text = sentences.join(' ')
  const half = rounded(seconds / 2)
  const words = text.split(' ')
  const each = seconds / words.length
  const segments = sentences.map((sentence, index) =>
    plainSegment(index === 0 ? 0 : half, index === 0 ? half : seconds, sentence),
  )
  return {
    text,
    language: language ?? 'english',
    languages: null,
    segments,
    spoken: segments.map(({ start, end, text: sentence }, index) => ({
      id: `seg_${index}`,
      start,
      end,
      text: sentence,
      speaker: names[index] ?? VOICES[index] ?? '',
    })),
    words: words.map((word, index) => ({ word, start: rounded(index * each), end: rounded((index + 1) * each) })),
    logprobs: null,
  }
}

/**
 * Transcribes inside the process: says how long the recording is. Words come one by one where they are asked for so.
 */
export const sandboxTranscriptions = (): TranscriptionProvider => ({
  transcribe: async ({ request, deployment, operationId, seconds, onPiece }) => {
    const upstreamRequestId = `sandbox-${operationId}`
    if (deployment.upstreamModel !== 'transcribe') {
      const message = `The sandbox has no transcription model "${deployment.upstreamModel}".`
      return left({ tag: 'misconfigured', message, upstreamRequestId })
    }
    const whole = transcriptOf(
      seconds,
      request.task === 'translate' ? null : request.language,
      request.knownSpeakers.names,
    )
    // As at other providers: of speakers, and of the times of words, nothing comes unasked.
    const spoken = request.format === 'diarized_json' ? whole.spoken : null
    const transcript = { ...whole, spoken, words: request.granularities.includes('word') ? whole.words : null }
    if (onPiece !== undefined) {
      for (const piece of [...wordPieces(transcript.text), ...(spoken ?? [])]) {
        onPiece(piece)
        // The reader has a turn, so that each piece is sent by itself.
        await nextTurn()
      }
    }
    return right({
      transcript,
      usage: { tag: 'duration', seconds: billedRecordingSeconds(seconds) },
      upstreamRequestId,
    })
  },
})
