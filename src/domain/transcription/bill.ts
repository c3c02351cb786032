import { minMicro } from '../money/money.ts'
import type { TranscriptionPlan } from './plan.ts'
import { priceOfTranscription, usageOfSeconds } from './price.ts'
import type { TranscriptionRequest } from './request.ts'
import { validTranscriptionUsage } from './usage.ts'
import type { TranscriptionUsage } from './usage.ts'

/** The bill of a transcribed recording. */
interface TranscriptionBill {
  /** Micro-roubles, > 0 and at most the hold. */
  readonly priceMicro: bigint
  /** What the price was counted from. */
  readonly usage: TranscriptionUsage
  /** True when the usage was counted here, because the provider had not counted what the tariff counts. */
  readonly estimated: boolean
}

/**
 * By the provider's count, else by the length that the file says. The hold bounds both: a recording that holds more
 * than its bytes and its header tell was not paid for, and the house bears the rest.
 */
export const billTranscription = (
  { model, seconds, holdMicro }: TranscriptionPlan,
  request: Pick<TranscriptionRequest, 'prompt'>,
  reported: TranscriptionUsage | null,
): TranscriptionBill => {
  const counted = validTranscriptionUsage(reported)
  const price = counted === null ? null : priceOfTranscription(model.tariff, counted)
  if (counted !== null && price !== null) {
    return { priceMicro: minMicro(price, holdMicro), usage: counted, estimated: false }
  }
  const usage = usageOfSeconds(model, request, seconds)
  const estimate = priceOfTranscription(model.tariff, usage) ?? holdMicro
  return { priceMicro: minMicro(estimate, holdMicro), usage, estimated: model.tariff.unit === 'audio_tokens' }
}
