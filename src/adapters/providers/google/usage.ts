import type { ImageUsage } from '../../../domain/images/usage.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { countOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

/**
 * `usageMetadata` in our vocabulary, null if there is none. Google counts thoughts beside the candidates and the
 * prompts of its tools beside the prompt; both belong to what contains them.
 */
export const toUsage = (value: unknown): TokenUsage | null => {
  const usage = objectOf(value)
  const counted = usage === null ? null : countsOf(usage)
  if (usage === null || counted === null) return null
  const { promptTokens, completionTokens } = counted
  return {
    promptTokens,
    cachedTokens: Math.min(promptTokens, countOf(usage['cachedContentTokenCount']) ?? 0),
    cacheWriteTokens: 0,
    completionTokens,
    reasoningTokens: Math.min(completionTokens, countOf(usage['thoughtsTokenCount']) ?? 0),
  }
}

/**
 * The same for generated images: what was read and what was produced, each split into words and images. Google has a
 * price for images, and a lower one for thoughts and for what else it wrote.
 */
export const toImageUsage = (value: unknown): ImageUsage | null => {
  const usage = objectOf(value)
  const counted = usage === null ? null : countsOf(usage)
  if (usage === null || counted === null) return null
  const { promptTokens, completionTokens: outputTokens } = counted
  const inputImageTokens = Math.min(promptTokens, imageTokensIn(usage['promptTokensDetails']))
  return {
    inputTextTokens: promptTokens - inputImageTokens,
    inputImageTokens,
    outputTokens,
    textOutputTokens: outputTokens - generatedImageTokens(usage, outputTokens),
    totalTokens: promptTokens + outputTokens,
  }
}

/** Where Google does not divide its answer, all of it that is no thought is an image. */
const generatedImageTokens = (usage: Wire, outputTokens: number): number => {
  const counted = imageTokensIn(usage['candidatesTokensDetails'])
  const thoughts = countOf(usage['thoughtsTokenCount']) ?? 0
  return counted === 0 ? Math.max(0, outputTokens - thoughts) : Math.min(counted, outputTokens)
}

interface Counts {
  readonly promptTokens: number
  readonly completionTokens: number
}

const countsOf = (usage: Wire): Counts | null => {
  const prompt = countOf(usage['promptTokenCount'])
  const candidates = countOf(usage['candidatesTokenCount'])
  const thoughts = countOf(usage['thoughtsTokenCount']) ?? 0
  const total = countOf(usage['totalTokenCount']) ?? 0
  const promptTokens = (prompt ?? 0) + (countOf(usage['toolUsePromptTokenCount']) ?? 0)
  // Without a count of the answer the total still tells what it came to.
  const completionTokens = candidates === null ? Math.max(thoughts, total - promptTokens) : candidates + thoughts
  return prompt === null || promptTokens + completionTokens === 0 ? null : { promptTokens, completionTokens }
}

const imageTokensIn = (details: unknown): number =>
  objectsIn(details)
    .filter((detail) => detail['modality'] === 'IMAGE')
    .reduce((sum, detail) => sum + (countOf(detail['tokenCount']) ?? 0), 0)
