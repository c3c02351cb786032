import { minMicro } from '../money/money.ts'
import type { ImageTokenTariff } from '../pricing/tariff.ts'
import { estimateImageUsage, priceOfImageTokens } from './estimate.ts'
import type { ImagePlan } from './plan.ts'
import type { ImageRequest } from './request.ts'
import { type ImageUsage, NO_IMAGE_USAGE, soundImageUsage, withParts } from './usage.ts'

/** What drawing cost. */
export interface ImageBill {
  /** Micro-roubles, > 0. */
  readonly priceMicro: bigint
  /** As the caller is told. */
  readonly usage: ImageUsage
  /** True when the tokens were reckoned here because the vendor had not counted them. */
  readonly estimated: boolean
}

/** What was drawn, and what the vendor says of it. */
export interface Drawn {
  readonly images: number
  readonly usage: ImageUsage | null
  /** Tokens of the prompt by our own count; read only where the vendor gives no breakdown. */
  readonly promptTokens: number
}

const billTokens = (plan: ImagePlan, tariff: ImageTokenTariff, request: ImageRequest, drawn: Drawn): ImageBill => {
  const reported = soundImageUsage(drawn.usage)
  if (reported !== null) {
    const priceMicro = priceOfImageTokens(tariff, withParts(reported, drawn.promptTokens))
    return { priceMicro, usage: reported, estimated: false }
  }
  const given = request.images.length + request.referenceImages.length + (request.mask === null ? 0 : 1)
  const guess = estimateImageUsage(plan.model.limits, { prompt: request.prompt, given, drawn: drawn.images })
  const outAndIn = { ...guess, inputTextTokens: drawn.promptTokens }
  const usage = { ...outAndIn, totalTokens: drawn.promptTokens + guess.inputImageTokens + guess.outputTokens }
  return { priceMicro: minMicro(priceOfImageTokens(tariff, usage), plan.holdMicro), usage, estimated: true }
}

/** A fixed price counts the images that came; tokens are the vendor's, else reckoned and then never above the hold. */
export const billImages = (plan: ImagePlan, request: ImageRequest, drawn: Drawn): ImageBill => {
  const { pricing } = plan
  switch (pricing.tag) {
    case 'fixed': {
      const usage = soundImageUsage(drawn.usage) ?? NO_IMAGE_USAGE
      return { priceMicro: pricing.perImageMicro * BigInt(drawn.images), usage, estimated: false }
    }
    case 'counted':
      return billTokens(plan, pricing.tariff, request, drawn)
  }
}
