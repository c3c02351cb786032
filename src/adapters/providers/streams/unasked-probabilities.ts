import type { ChatChunk, ChunkChoice } from '../../../domain/chat/chunk.ts'
import type { StreamReader } from './chat-stream.ts'

const tellsProbabilities = ({ choices }: ChatChunk): boolean => choices.some(({ logprobs }) => logprobs !== undefined)

const bareChoice = (choice: ChunkChoice): ChunkChoice => {
  const { logprobs: _, ...bare } = choice
  return bare
}

/**
 * The same reader without what it reads of the probabilities of tokens. They take many times the memory of the words,
 * which nothing counts where the client did not ask for them.
 */
export const withoutProbabilities = (reader: StreamReader): StreamReader => ({
  read: (event) => {
    const step = reader.read(event)
    if (!step.chunks.some(tellsProbabilities)) return step
    return { ...step, chunks: step.chunks.map((chunk) => ({ ...chunk, choices: chunk.choices.map(bareChoice) })) }
  },
  isWhole: () => reader.isWhole(),
  upstreamRequestId: () => reader.upstreamRequestId?.() ?? null,
})
