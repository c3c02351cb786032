import type { ChatChunk } from '../../../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../../../domain/chat/completion.ts'
import { totalTokens } from '../../../../domain/pricing/usage.ts'
import type { TokenUsage } from '../../../../domain/pricing/usage.ts'

/** What is the same in every chunk of one answer, and in the answer as a whole. */
export interface ChatCompletionMetadata {
  readonly operationId: string
  /** Our public model id, never the upstream's. */
  readonly model: string
  /** Unix seconds. */
  readonly created: number
}

const writeUsage = (usage: TokenUsage): Readonly<Record<string, unknown>> => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: totalTokens(usage),
  prompt_tokens_details: { cached_tokens: usage.cachedTokens, cache_write_tokens: usage.cacheWriteTokens },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
})

/** ChatCompletionResponse. `usage` is the billed one: the provider's, or our estimate where it gave none. */
export const writeCompletion = (
  envelope: ChatCompletionMetadata,
  completion: ChatCompletion,
  usage: TokenUsage,
): Readonly<Record<string, unknown>> => ({
  id: `chatcmpl-${envelope.operationId}`,
  object: 'chat.completion',
  created: envelope.created,
  model: envelope.model,
  ...completion.extras,
  choices: completion.choices.map((choice) => ({
    ...choice,
    message: { ...choice.message, refusal: choice.message.refusal ?? null },
    logprobs: choice.logprobs ?? null,
  })),
  usage: writeUsage(usage),
})

export interface ChunkWriter {
  readonly chunk: (chunk: ChatChunk) => string
  /** The one chunk with usage and no choices, sent only to callers that asked. */
  readonly usage: (usage: TokenUsage) => string
}

/** Writes `chat.completion.chunk` frames. The envelope is serialised once an answer, not once a chunk. */
export const chunkWriter = (envelope: ChatCompletionMetadata, includeUsage: boolean): ChunkWriter => {
  const head = JSON.stringify({
    id: `chatcmpl-${envelope.operationId}`,
    object: 'chat.completion.chunk',
    created: envelope.created,
    model: envelope.model,
  }).slice(0, -1)
  const tail = includeUsage ? ',"usage":null}\n\n' : '}\n\n'
  const extrasOf = (chunk: ChatChunk): string =>
    chunk.extras === undefined ? '' : `,${JSON.stringify(chunk.extras).slice(1, -1)}`
  return {
    chunk: (chunk) => `data: ${head}${extrasOf(chunk)},"choices":${JSON.stringify(chunk.choices)}${tail}`,
    usage: (usage) => `data: ${head},"choices":[],"usage":${JSON.stringify(writeUsage(usage))}}\n\n`,
  }
}
