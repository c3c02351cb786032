import type { ChatChunk, ChunkChoice, FinishReason } from '../chunk.ts'
import type { ChatCompletion } from '../completion.ts'
import { brings, isNonEmpty } from './output.ts'
import type { ChatFold } from './fold.ts'

const REFUSAL_MESSAGE = 'The model provider refused to answer this request.'

/** The answer in place of a provider's refusal to begin one. */
export const refusedCompletion = (): ChatCompletion => ({
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, refusal: REFUSAL_MESSAGE },
      finish_reason: 'content_filter',
    },
  ],
  usage: null,
})

/**
 * The chunks that end a stream whose provider refuses to continue: each open choice ends with `content_filter`. Where
 * no output had come yet, the first chunk has the text of the refusal.
 */
export const refusedChunks = (fold: ChatFold): readonly ChatChunk[] => {
  const { choices } = fold.completion()
  if (choices.length === 0) {
    return [
      {
        choices: [
          { index: 0, delta: { role: 'assistant', content: null, refusal: REFUSAL_MESSAGE }, finish_reason: null },
        ],
        usage: null,
      },
      { choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }], usage: null },
    ]
  }
  return endOfChoices(fold, 'content_filter')
}

/** The chunks that end a stream in the provider's place: each choice that is still open ends for this reason. */
export const endOfChoices = (fold: ChatFold, reason: FinishReason): readonly ChatChunk[] =>
  fold
    .completion()
    .choices.filter((choice) => choice.finish_reason === null)
    .map(({ index }) => ({ choices: [{ index, delta: {}, finish_reason: reason }], usage: null }))

/**
 * Makes the end of a refused choice `content_filter` in a stream, as in a whole answer. A marker belongs to one stream
 * and must see every chunk once, in order.
 */
export const refusalMarker = (): ((chunk: ChatChunk) => ChatChunk) => {
  const producing = new Set<number>()
  const refusing = new Set<number>()
  const endsRefused = ({ index, delta, finish_reason: finish }: ChunkChoice): boolean => {
    if (brings(delta)) producing.add(index)
    if (isNonEmpty(delta.refusal)) refusing.add(index)
    return finish === 'stop' && refusing.has(index) && !producing.has(index)
  }
  return (chunk) => {
    const refused = chunk.choices.filter(endsRefused)
    return refused.length === 0
      ? chunk
      : {
          ...chunk,
          choices: chunk.choices.map((choice) =>
            refused.includes(choice) ? { ...choice, finish_reason: 'content_filter' as const } : choice,
          ),
        }
  }
}
