import type { ImageLimits } from '../catalog/model.ts'
import { utf8Length } from '../chat/estimate.ts'
import { divideRoundingUp } from '../money/money.ts'
import type { ImageTokenTariff } from '../pricing/tariff.ts'
import type { ImageUsage } from './usage.ts'

const TOKENS_PER_PRICE = 1_000_000n

/** Rounded up to the micro-rouble, once. The usage must have its parts. */
export const priceOfImageTokens = (tariff: ImageTokenTariff, usage: ImageUsage): bigint =>
  divideRoundingUp(
    BigInt(usage.inputTextTokens) * tariff.textInputPerMillion +
      BigInt(usage.inputImageTokens) * tariff.imageInputPerMillion +
      BigInt(usage.outputTokens) * tariff.outputPerMillion,
    TOKENS_PER_PRICE,
  )

/** What is known about the work before it begins. */
interface ImageEstimateInput {
  readonly prompt: string
  /** Input images, including the mask. */
  readonly given: number
  /** Images to generate. */
  readonly generated: number
}

/** The estimated tokens, rounded towards more: one per byte of the prompt, which no provider exceeds. */
export const estimateImageUsage = (
  limits: ImageLimits,
  { prompt, given, generated }: ImageEstimateInput,
): ImageUsage => {
  const inputTextTokens = utf8Length(prompt)
  const inputImageTokens = given * limits.inputTokensPerImage
  const outputTokens = generated * limits.outputTokensPerImage
  return {
    inputTextTokens,
    inputImageTokens,
    outputTokens,
    totalTokens: inputTextTokens + inputImageTokens + outputTokens,
  }
}
