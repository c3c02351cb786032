import type { ImageLimits } from '../catalog/model.ts'
import { utf8Length } from '../chat/estimate.ts'
import { divideRoundingUp } from '../money/rounding.ts'
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

/** What drawing takes as far as one can tell beforehand. */
export interface Drawing {
  readonly prompt: string
  /** Images given, the mask among them. */
  readonly given: number
  /** Images drawn. */
  readonly drawn: number
}

/** The tokens to reckon with, on the dear side: of the prompt one a byte, which no vendor exceeds. */
export const estimateImageUsage = (limits: ImageLimits, { prompt, given, drawn }: Drawing): ImageUsage => {
  const inputTextTokens = utf8Length(prompt)
  const inputImageTokens = given * limits.inputTokensPerImage
  const outputTokens = drawn * limits.outputTokensPerImage
  return {
    inputTextTokens,
    inputImageTokens,
    outputTokens,
    totalTokens: inputTextTokens + inputImageTokens + outputTokens,
  }
}
