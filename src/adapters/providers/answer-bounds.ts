import type { ChatChunk, ChunkChoice } from '../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../domain/chat/completion.ts'
import { nonEmptyOf } from './wire.ts'

/** The most that any provider lets a request ask for. */
const MAX_CHOICES = 128

/** Of all choices together: twice as many as a request may have tools. */
const MAX_TOOL_CALLS = 1_024

/** Several times the tokens of the longest answer. A chunk without a word takes memory too. */
const MAX_CHUNKS = 1_000_000

/** How often an answer may change between thoughts and words: a few times for each call of a tool. */
const MAX_CHANGES = 8_192

/**
 * How often the pieces of a choice change between thoughts and words. Surfaces make a block or an item of each, keep it
 * and write those that waited all at once.
 */
const changesOfKind = () => {
  const kinds = new Map<number, 'thoughts' | 'words'>()
  let changes = 0
  const note = (index: number, kind: 'thoughts' | 'words'): void => {
    if (kinds.get(index) === kind) return
    kinds.set(index, kind)
    changes += 1
  }
  return {
    add: ({ index, delta }: ChunkChoice): void => {
      if (nonEmptyOf(delta.reasoning_content) !== null) note(index, 'thoughts')
      if (nonEmptyOf(delta.content) !== null) note(index, 'words')
    },
    count: (): number => changes,
  }
}

/** Whether a whole answer has no more choices and calls of tools than an honest one may have. */
export const isWithinBounds = ({ choices }: ChatCompletion): boolean =>
  choices.length <= MAX_CHOICES &&
  choices.reduce((sum, { message }) => sum + (message.tool_calls?.length ?? 0), 0) <= MAX_TOOL_CALLS

/** Counts the chunks, choices, calls of tools and blocks of one stream, which are kept until it ends. */
export const streamBounds = () => {
  const choices = new Set<number>()
  const calls = new Set<string>()
  const changes = changesOfKind()
  let chunkCount = 0
  return {
    /** False once the stream has brought more than an honest answer has. */
    admit: (chunks: readonly ChatChunk[]): boolean => {
      chunkCount += chunks.length
      for (const chunk of chunks) {
        for (const choice of chunk.choices) {
          const { index, delta } = choice
          choices.add(index)
          changes.add(choice)
          if (delta.tool_calls !== undefined) for (const call of delta.tool_calls) calls.add(`${index} ${call.index}`)
        }
      }
      const isFewParts = choices.size <= MAX_CHOICES && calls.size <= MAX_TOOL_CALLS && changes.count() <= MAX_CHANGES
      return isFewParts && chunkCount <= MAX_CHUNKS
    },
  }
}
