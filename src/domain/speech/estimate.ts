import type { SpeechModel } from '../catalog/model.ts'
import { estimateTextTokens } from '../chat/tokens/estimate.ts'
import { utf8Length } from '../utf8-length.ts'
import { divideRoundingUp } from '../money/money.ts'
import type { SpeechTokenTariff } from '../pricing/tariff.ts'
import { ZERO_USAGE } from '../pricing/token-price.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import type { SpeechRequest } from './request.ts'

const PER_PRICE = 1_000_000n

/** Unicode code points. */
export const charactersIn = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The tokens that a text takes to be spoken, by its length, for providers that count none. */
export const estimateSpeechUsage = ({ limits }: SpeechModel, request: SpeechRequest): TokenUsage => ({
  ...ZERO_USAGE,
  promptTokens: estimateTextTokens(request.input) + estimateTextTokens(request.instructions ?? ''),
  completionTokens: charactersIn(request.input) * limits.outputTokensPerCharacter,
})

/** The same for holds: of what is read one token a byte, which no provider exceeds. */
export const boundSpeechUsage = (model: SpeechModel, request: SpeechRequest): TokenUsage => ({
  ...estimateSpeechUsage(model, request),
  promptTokens: utf8Length(request.input) + utf8Length(request.instructions ?? ''),
})

/** Rounded up to the micro-rouble, once. */
export const priceOfCharacters = (perMillion: bigint, characters: number): bigint =>
  divideRoundingUp(BigInt(characters) * perMillion, PER_PRICE)

/** Rounded up to the micro-rouble, once. */
export const priceOfSpeechTokens = (tariff: SpeechTokenTariff, usage: TokenUsage): bigint =>
  divideRoundingUp(
    BigInt(usage.promptTokens) * tariff.inputPerMillion + BigInt(usage.completionTokens) * tariff.outputPerMillion,
    PER_PRICE,
  )
