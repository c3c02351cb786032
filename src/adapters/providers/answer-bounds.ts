import type { ChatChunk } from '../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../domain/chat/completion.ts'

/** The most that any provider lets a request ask for. */
const MAX_CHOICES = 128

/** Of all choices together: twice as many as a request may have tools. */
const MAX_TOOL_CALLS = 1_024

/** Several times the tokens of the longest answer. A chunk without a word takes memory too. */
const MAX_CHUNKS = 1_000_000

/** Whether a whole answer has no more choices and calls of tools than an honest one may have. */
export const isWithinBounds = ({ choices }: ChatCompletion): boolean =>
  choices.length <= MAX_CHOICES &&
  choices.reduce((sum, { message }) => sum + (message.tool_calls?.length ?? 0), 0) <= MAX_TOOL_CALLS

/** Counts the chunks, choices and calls of tools of one stream, which are kept until it ends. */
export const streamBounds = () => {
  const choices = new Set<number>()
  const calls = new Set<string>()
  let chunkCount = 0
  return {
    /** False once the stream has brought more than an honest answer has. */
    admit: (chunks: readonly ChatChunk[]): boolean => {
      chunkCount += chunks.length
      for (const chunk of chunks) {
        for (const { index, delta } of chunk.choices) {
          choices.add(index)
          if (delta.tool_calls !== undefined) for (const call of delta.tool_calls) calls.add(`${index} ${call.index}`)
        }
      }
      return chunkCount <= MAX_CHUNKS && choices.size <= MAX_CHOICES && calls.size <= MAX_TOOL_CALLS
    },
  }
}
