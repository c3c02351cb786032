import { billByCount } from '../pricing/bill-by-count.ts'
import { validUsage } from '../pricing/token-price.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import { charactersIn, estimateSpeechUsage, priceOfCharacters, priceOfSpeechTokens } from './estimate.ts'
import type { SpeechPlan } from './plan.ts'
import type { SpeechRequest } from './request.ts'

/** The bill of a spoken text. */
export interface SpeechBill {
  /** Micro-roubles, > 0. */
  readonly priceMicro: bigint
  readonly characters: number
  /** Null if neither the provider nor the tariff counts tokens. */
  readonly usage: TokenUsage | null
  /** True when the gateway estimated the tokens from the text, because the provider's count is missing or not true. */
  readonly estimated: boolean
}

/**
 * By the provider's usage where that can be true of the text; at the hold where it is too much to be true; without a
 * usage by the length of the text.
 */
export const billSpeech = (plan: SpeechPlan, request: SpeechRequest, reported: TokenUsage | null): SpeechBill => {
  const { tariff } = plan.model
  const characters = charactersIn(request.input)
  const usage = validUsage(reported)
  switch (tariff.unit) {
    case 'characters':
      return { priceMicro: priceOfCharacters(tariff.perMillion, characters), characters, usage, estimated: false }
    case 'speech_tokens': {
      const priced = (tokens: TokenUsage) => ({ usage: tokens, priceMicro: priceOfSpeechTokens(tariff, tokens) })
      const estimate = priced(estimateSpeechUsage(plan.model, request))
      const held = { all: plan.holdMicro, whatCame: plan.holdMicro }
      return { characters, ...billByCount(usage && priced(usage), estimate, held) }
    }
  }
}
