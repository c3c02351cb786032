import type { ImageLimits } from '../catalog/model.ts'
import { utf8Length } from '../utf8-length.ts'
import { perMillion } from '../pricing/per-million.ts'
import type { ImageTokenTariff } from '../pricing/tariff.ts'
import type { ImageUsage } from './usage.ts'

/** Rounded up to the micro-rouble, once. The usage must have its parts. */
export const priceOfImageTokens = (tariff: ImageTokenTariff, usage: ImageUsage): bigint => {
  const { outputTokens, textOutputTokens: words = 0 } = usage
  return perMillion(
    BigInt(usage.inputTextTokens) * tariff.textInputPerMillion +
      BigInt(usage.inputImageTokens) * tariff.imageInputPerMillion +
      BigInt(outputTokens - words) * tariff.outputPerMillion +
      BigInt(words) * (tariff.textOutputPerMillion ?? tariff.outputPerMillion),
  )
}

/** What providers put around a prompt and count; OpenAI was seen to count up to 16 tokens beyond the text. */
const TOKENS_OF_CALL = 32

/** The most tokens that a prompt counts for one image: a token stands for at least one byte. */
export const maxPromptTokens = (prompt: string): number => utf8Length(prompt) + TOKENS_OF_CALL

interface ImageWork {
  readonly promptTokens: number
  /** Input images, including the mask. */
  readonly given: number
  readonly outputTokens: number
}

/** The usage of such work, with so many tokens for each input image as the model's limits say. */
export const imageUsageOf = (limits: ImageLimits, { promptTokens, given, outputTokens }: ImageWork): ImageUsage => {
  const inputImageTokens = given * limits.inputTokensPerImage
  return {
    inputTextTokens: promptTokens,
    inputImageTokens,
    outputTokens,
    totalTokens: promptTokens + inputImageTokens + outputTokens,
  }
}
