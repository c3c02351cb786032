import { minMicro } from '../money/money.ts'
import { soundUsage, type TokenUsage } from '../pricing/usage.ts'
import { charactersIn, estimateSpeechUsage, priceOfCharacters, priceOfSpeechTokens } from './estimate.ts'
import type { SpeechPlan } from './plan.ts'
import type { SpeechRequest } from './request.ts'

/** What speaking cost. */
export interface SpeechBill {
  /** Micro-roubles, > 0. */
  readonly priceMicro: bigint
  readonly characters: number
  /** Null where neither the vendor nor the tariff counts tokens. */
  readonly usage: TokenUsage | null
  /** True when the tokens were reckoned from the text because the vendor had not counted them. */
  readonly estimated: boolean
}

/** By the vendor's usage, else by the length of the text. */
export const billSpeech = (plan: SpeechPlan, request: SpeechRequest, reported: TokenUsage | null): SpeechBill => {
  const { tariff } = plan.model
  const characters = charactersIn(request.input)
  const usage = soundUsage(reported)
  switch (tariff.unit) {
    case 'characters':
      return { priceMicro: priceOfCharacters(tariff.perMillion, characters), characters, usage, estimated: false }
    case 'speech_tokens': {
      if (usage !== null) return { priceMicro: priceOfSpeechTokens(tariff, usage), characters, usage, estimated: false }
      const guess = estimateSpeechUsage(plan.model, request)
      const priceMicro = minMicro(priceOfSpeechTokens(tariff, guess), plan.holdMicro)
      return { priceMicro, characters, usage: guess, estimated: true }
    }
  }
}
