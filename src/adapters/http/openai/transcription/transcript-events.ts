import { isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  CreatedTranscription,
  CreateTranscriptionFailure,
} from '../../../../application/gateway/transcription/create-transcription.ts'
import type { Metered } from '../../../../application/gateway/metering/metered-call.ts'
import { openAiStream } from '../stream-codec.ts'
import { writeUsage } from './transcription-wire.ts'

/** How a call ends that writes down a recording. */
export type TranscriptionOutcome = Either<CreateTranscriptionFailure, Metered<CreatedTranscription>>

/** The words of a transcript between the provider, who says them when it will, and the client, who reads them in turn. */
interface IncomingText {
  readonly add: (piece: string) => void
  /** No more is to come. */
  readonly end: () => void
  /** Resolves when there is a piece, or the end. */
  readonly begun: Promise<void>
  /** All that has come since the last read, at least one character; null at the end. */
  readonly next: () => Promise<string | null>
}

export const incomingText = (): IncomingText => {
  const first = Promise.withResolvers<void>()
  let change = first
  let waiting = ''
  let hasEnded = false
  return {
    begun: first.promise,
    add: (piece) => {
      waiting += piece
      change.resolve()
    },
    end: () => {
      hasEnded = true
      change.resolve()
    },
    next: async () => {
      await change.promise
      const text = waiting
      waiting = ''
      if (!hasEnded) change = Promise.withResolvers()
      return text === '' ? null : text
    },
  }
}

const frame = (event: Readonly<Record<string, unknown>>): string => `data: ${JSON.stringify(event)}\n\n`

const deltaOf = (delta: string): string => frame({ type: 'transcript.text.delta', delta })

/** The published event has the usage in tokens, or none. */
const doneOf = ({ transcript: { text, logprobs }, usage, priceMicro }: CreatedTranscription): string =>
  frame({
    type: 'transcript.text.done',
    text,
    ...(logprobs === null ? {} : { logprobs }),
    ...(usage.tag === 'tokens' ? { usage: writeUsage(usage, priceMicro) } : {}),
  })

/**
 * The frames of a streamed transcript: its words as they come, or in one piece where the provider does not stream, and the
 * whole at the end. A call that fails ends in an error. Asking for the next frame says that the one before was handed over.
 */
export async function* transcriptFrames(
  text: IncomingText,
  outcome: Promise<TranscriptionOutcome>,
): AsyncGenerator<string, void, undefined> {
  let hasText = false
  try {
    for (let piece = await text.next(); piece !== null; piece = await text.next()) {
      hasText = true
      yield deltaOf(piece)
    }
    const ended = await outcome
    if (!isRight(ended)) return yield openAiStream.error(ended.left)
    const { answer } = ended.right
    if (!hasText && answer.transcript.text !== '') yield deltaOf(answer.transcript.text)
    yield doneOf(answer) + openAiStream.end
  } finally {
    chargeAtEnd(outcome)
  }
}

/** A call runs to its end and is charged, whether or not its client still reads. */
export const chargeAtEnd = (outcome: Promise<TranscriptionOutcome>): void => {
  // A call that throws has given its money back, and its fault is reported to who reads the frames.
  void outcome.then(
    (ended) => {
      if (isRight(ended)) ended.right.delivered()
    },
    () => {},
  )
}
