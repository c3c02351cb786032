import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  CreatedTranscription,
  CreateTranscriptionFailure,
} from '../../../../application/gateway/transcription/create-transcription.ts'
import type { Metered } from '../../../../application/gateway/metering/metered-call.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'
import { isSpokenPart } from '../../../../domain/transcription/transcript.ts'
import { mayHaveWorked } from '../../../../domain/routing/call-failure.ts'
import type { DetailedWords, Transcript, TranscriptPiece } from '../../../../domain/transcription/transcript.ts'
import { openAiStream } from '../stream-codec.ts'
import { writeDetails, writeSpokenPart, writeUsage } from './transcription-wire.ts'

/** How a call ends that writes down a recording. */
export type TranscriptionOutcome = Either<CreateTranscriptionFailure, Metered<CreatedTranscription>>

/** A transcript between the provider, who says it when it will, and the client, who reads it in turn. */
interface IncomingTranscript {
  readonly add: (piece: TranscriptPiece) => void
  /** No more is to come. */
  readonly end: () => void
  /** Whether any piece has come. */
  readonly hasPieces: () => boolean
  /** Resolves when there is a piece, or the end. */
  readonly begun: Promise<void>
  /** All that has come since the last read, at least one piece; null at the end. */
  readonly next: () => Promise<readonly TranscriptPiece[] | null>
}

export const incomingTranscript = (): IncomingTranscript => {
  const first = Promise.withResolvers<void>()
  let change = first
  let waiting: TranscriptPiece[] = []
  let [hasPieces, hasEnded] = [false, false]
  return {
    hasPieces: () => hasPieces,
    begun: first.promise,
    add: (piece) => {
      hasPieces = true
      const last = waiting.at(-1)
      if (typeof piece === 'string' && typeof last === 'string') waiting[waiting.length - 1] = last + piece
      else waiting.push(piece)
      change.resolve()
    },
    end: () => {
      hasEnded = true
      change.resolve()
    },
    next: async () => {
      await change.promise
      const pieces = waiting
      waiting = []
      if (!hasEnded) change = Promise.withResolvers()
      return pieces.length === 0 ? null : pieces
    },
  }
}

const frame = (event: Readonly<Record<string, unknown>>): string => `data: ${JSON.stringify(event)}\n\n`

const deltaOf = ({ words, logprobs, segmentId }: DetailedWords): string =>
  frame({
    type: 'transcript.text.delta',
    delta: words,
    ...(logprobs === null ? {} : { logprobs }),
    ...(segmentId === null ? {} : { segment_id: segmentId }),
  })

/** A part of an answer in one piece and the event of a streamed one are the same object. */
const pieceOf = (piece: TranscriptPiece): string => {
  if (typeof piece === 'string') return deltaOf({ words: piece, logprobs: null, segmentId: null })
  return isSpokenPart(piece) ? frame({ ...writeSpokenPart(piece) }) : deltaOf(piece)
}

/** What a provider sent at once, though it was asked for pieces. */
const unsent = (
  { text, logprobs, spoken }: Transcript,
  sent: { readonly words: boolean; readonly parts: boolean },
): string =>
  (sent.words || sent.parts || text === '' ? '' : deltaOf({ words: text, logprobs, segmentId: null })) +
  (sent.parts ? [] : (spoken ?? [])).map(pieceOf).join('')

/** The published event has the usage in tokens, or none. What is billed by the second still has its price. */
const doneOf = ({ transcript, usage, priceMicro }: CreatedTranscription): string =>
  frame({
    type: 'transcript.text.done',
    text: transcript.text,
    ...writeDetails(transcript),
    ...(usage.tag === 'tokens' ? { usage: writeUsage(usage, priceMicro) } : roubleSum('cost', priceMicro)),
  })

/**
 * The frames of a streamed transcript: its pieces as they come, or in one piece where the provider does not stream, and
 * the whole at the end. A call that fails ends in an error. Asking for the next frame says that the one before was
 * handed over.
 */
export async function* transcriptFrames(
  incoming: IncomingTranscript,
  outcome: Promise<TranscriptionOutcome>,
): AsyncGenerator<string, void, undefined> {
  const sent = { words: false, parts: false }
  try {
    for (let pieces = await incoming.next(); pieces !== null; pieces = await incoming.next()) {
      sent.words ||= pieces.some((piece) => !isSpokenPart(piece))
      sent.parts ||= pieces.some(isSpokenPart)
      yield pieces.map(pieceOf).join('')
    }
    const ended = await outcome
    if (!isRight(ended)) return yield openAiStream.error(ended.left)
    const { answer } = ended.right
    const rest = unsent(answer.transcript, sent)
    if (rest !== '') yield rest
    yield doneOf(answer) + openAiStream.end
  } finally {
    chargeAtEnd(outcome)
  }
}

// A call that throws has given its money back, and its fault is reported to who reads the frames.
const nothingToEnd = (): void => undefined

/** Tells whether a provider may have done any of the work of a call, as far as that is known. */
export const watchWork = (
  { hasPieces }: Pick<IncomingTranscript, 'hasPieces'>,
  outcome: Promise<TranscriptionOutcome>,
): (() => boolean) => {
  let isIdle = false
  const judge = (ended: TranscriptionOutcome): void => {
    isIdle = isLeft(ended) && !mayHaveWorked(ended.left)
  }
  outcome.then(judge, nothingToEnd)
  return () => hasPieces() || !isIdle
}

/** A call runs to its end and is charged, whether or not its client still reads. */
export const chargeAtEnd = (outcome: Promise<TranscriptionOutcome>): void =>
  void outcome.then((ended) => {
    if (isRight(ended)) ended.right.delivered()
  }, nothingToEnd)

/** A call runs to its end and costs nothing, because nothing of its answer can be sent. */
export const endUnpaid = (outcome: Promise<TranscriptionOutcome>): void =>
  void outcome.then((ended) => {
    if (isRight(ended)) ended.right.unwritten()
  }, nothingToEnd)
