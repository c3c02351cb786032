import { divideRoundingUp } from '../money/money.ts'
import { billByCount } from '../pricing/bill-by-count.ts'
import { imageUsageOf, priceOfImageTokens } from './estimate.ts'
import type { ImagePlan } from './plan.ts'
import { inputImageCount } from './request.ts'
import type { ImageRequest } from './request.ts'
import { NO_IMAGE_USAGE, validImageUsage, withBreakdown } from './usage.ts'
import type { ImageUsage } from './usage.ts'

/** The bill of generated images. */
export interface ImageBill {
  /** Micro-roubles, > 0. */
  readonly priceMicro: bigint
  /** The usage that the response shows. */
  readonly usage: ImageUsage
  /** True when the gateway estimated the tokens, because the provider's count is missing or not true. */
  readonly estimated: boolean
}

/** The images, and the provider's usage of them. */
interface GeneratedImages {
  readonly images: number
  readonly usage: ImageUsage | null
  /** Tokens of the prompt by our own count; read only where the provider gives no breakdown. */
  readonly promptTokens: number
}

const billTokens = (
  plan: ImagePlan,
  { tariff, usualTokens }: Extract<ImagePlan['pricing'], { readonly tag: 'counted' }>,
  request: ImageRequest,
  generated: GeneratedImages,
): ImageBill => {
  const { images, promptTokens } = generated
  const reported = validImageUsage(generated.usage)
  const counted = reported && {
    usage: reported,
    priceMicro: priceOfImageTokens(tariff, withBreakdown(reported, promptTokens)),
  }
  const work = { promptTokens, given: inputImageCount(request), outputTokens: images * usualTokens }
  const usage = imageUsageOf(plan.model.limits, work)
  // The images that did not come cost nothing.
  const whatCame = divideRoundingUp(plan.holdMicro * BigInt(images), BigInt(request.n))
  return billByCount(
    counted,
    { usage, priceMicro: priceOfImageTokens(tariff, usage) },
    { all: plan.holdMicro, whatCame },
  )
}

/** The price of what came, whether the client or the gateway has chosen the quality. */
const billWhatCame = (plan: ImagePlan, request: ImageRequest, generated: GeneratedImages): ImageBill => {
  const { pricing } = plan
  switch (pricing.tag) {
    case 'fixed': {
      const usage = validImageUsage(generated.usage) ?? NO_IMAGE_USAGE
      return { priceMicro: pricing.perImageMicro * BigInt(generated.images), usage, estimated: false }
    }
    case 'counted':
      return billTokens(plan, pricing, request, generated)
  }
}

/**
 * A fixed price counts the images that came; tokens are the provider's where that can be true, what was held for the
 * images that came where they are too many to be true, and without a usage estimated, then never above the hold.
 * A client whose quality the gateway has named never pays more than the hold: it did not choose, so the fault of a
 * provider that counts more must not suspend its wallet.
 */
export const billImages = (plan: ImagePlan, request: ImageRequest, generated: GeneratedImages): ImageBill => {
  const { holdMicro, isQualityNamed } = plan
  const bill = billWhatCame(plan, request, generated)
  return isQualityNamed === true && bill.priceMicro > holdMicro ? { ...bill, priceMicro: holdMicro } : bill
}
