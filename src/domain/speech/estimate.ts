import type { SpeechModel } from '../catalog/model.ts'
import { estimateTextTokens } from '../chat/tokens/estimate.ts'
import { utf8Length } from '../utf8-length.ts'
import { perMillion } from '../pricing/per-million.ts'
import type { SpeechTokenTariff } from '../pricing/tariff.ts'
import { ZERO_USAGE } from '../pricing/token-price.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import type { SpeechRequest } from './request.ts'
import { speakingInstructionsOf } from './speaking-instructions.ts'

/** Unicode code points. */
export const charactersIn = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A text that is spoken slower than usual takes longer by as much. One that is spoken faster may take as long. */
const soundTokens = ({ limits }: SpeechModel, { input, speed }: SpeechRequest): number =>
  Math.ceil((charactersIn(input) * limits.outputTokensPerCharacter) / Math.min(1, speed))

/** The tokens that a text takes to be spoken, by its length, for providers that count none. */
export const estimateSpeechUsage = (model: SpeechModel, request: SpeechRequest): TokenUsage => ({
  ...ZERO_USAGE,
  promptTokens: estimateTextTokens(request.input) + estimateTextTokens(request.instructions ?? ''),
  completionTokens: soundTokens(model, request),
})

/** What providers put around a text and count. */
const TOKENS_OF_CALL = 32

/** Two seconds of sound, at 25 tokens each: the silence around a text, which is most of the sound of a short one. */
const TOKENS_OF_SILENCE = 50

/** The same for holds: of what is read one token a byte, which no provider exceeds, and what is beside the text. */
export const boundSpeechUsage = (model: SpeechModel, request: SpeechRequest): TokenUsage => ({
  ...ZERO_USAGE,
  promptTokens: utf8Length(request.input) + utf8Length(speakingInstructionsOf(request) ?? '') + TOKENS_OF_CALL,
  completionTokens: soundTokens(model, request) + TOKENS_OF_SILENCE,
})

/** Rounded up to the micro-rouble, once. */
export const priceOfCharacters = (price: bigint, characters: number): bigint => perMillion(BigInt(characters) * price)

/** Rounded up to the micro-rouble, once. */
export const priceOfSpeechTokens = (tariff: SpeechTokenTariff, usage: TokenUsage): bigint =>
  perMillion(
    BigInt(usage.promptTokens) * tariff.inputPerMillion + BigInt(usage.completionTokens) * tariff.outputPerMillion,
  )
