import type { ChatResult, ChunkBatch } from '../../../application/ports/providers/chat-provider.ts'
import type { EmbeddingResult } from '../../../application/ports/providers/embedding-provider.ts'
import type { ImageResult } from '../../../application/ports/providers/image-provider.ts'
import type { SpeechResult } from '../../../application/ports/providers/speech-provider.ts'
import type { TranscriptionResult } from '../../../application/ports/providers/transcription-provider.ts'
import type { ModelKind } from '../../../domain/catalog/model.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { answerText } from './chat-content.ts'

const ofTokens = (usage: TokenUsage | null): Attributes =>
  usage === null
    ? {}
    : {
        [ATTRIBUTES.inputTokens]: usage.promptTokens,
        [ATTRIBUTES.outputTokens]: usage.completionTokens,
        [ATTRIBUTES.cachedTokens]: usage.cachedTokens,
        [ATTRIBUTES.cacheWriteTokens]: usage.cacheWriteTokens,
        [ATTRIBUTES.reasoningTokens]: usage.reasoningTokens,
      }

const ofImages = ({ usage }: ImageResult): Attributes =>
  usage === null
    ? {}
    : {
        [ATTRIBUTES.inputTokens]: usage.inputTextTokens + usage.inputImageTokens,
        [ATTRIBUTES.outputTokens]: usage.outputTokens,
      }

const ofTranscript = ({ usage }: TranscriptionResult): Attributes =>
  usage?.tag === 'tokens'
    ? {
        [ATTRIBUTES.inputTokens]: usage.audioTokens + usage.textTokens,
        [ATTRIBUTES.outputTokens]: usage.outputTokens,
      }
    : {}

/** What an answer that came whole says of its usage, by the kind of the model that gave it. */
export const answerAttributes = (kind: Exclude<ModelKind, 'chat'>, answer: unknown): Attributes => {
  switch (kind) {
    case 'image':
      return ofImages(answer as ImageResult)
    case 'speech':
      return ofTokens((answer as SpeechResult).usage)
    case 'transcription':
      return ofTranscript(answer as TranscriptionResult)
    case 'embedding':
      return { [ATTRIBUTES.inputTokens]: (answer as EmbeddingResult).promptTokens }
    case 'video':
      return {}
  }
}

/** Gathers what a chat answer says of itself while it passes, whole or in chunks. */
interface ChatFacts {
  whole(answer: ChatResult): void
  chunks(chunks: ChunkBatch): void
  attributes(): Attributes
}

export const chatFacts = (showsContent: boolean): ChatFacts => {
  const text = showsContent ? answerText() : null
  const finishReasons = new Map<number, string>()
  let usage: TokenUsage | null = null
  return {
    whole: ({ completion }) => {
      usage = completion.usage
      for (const { index, message, finish_reason: reason } of completion.choices) {
        if (reason !== null) finishReasons.set(index, reason)
        text?.take(index, message.content ?? '')
      }
    },
    chunks: (chunks) => {
      for (const chunk of chunks) {
        usage = chunk.usage ?? usage
        for (const { index, delta, finish_reason: reason } of chunk.choices) {
          if (reason !== null) finishReasons.set(index, reason)
          text?.take(index, delta.content ?? '')
        }
      }
    },
    attributes: () => ({
      ...ofTokens(usage),
      [ATTRIBUTES.finishReasons]: finishReasons.size === 0 ? null : [...finishReasons.values()],
      [ATTRIBUTES.outputMessages]: text?.messages(),
    }),
  }
}
