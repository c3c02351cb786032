import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageModel, Model } from '../catalog/model.ts'
import { unsupportedFieldIn } from '../catalog/unsupported-field.ts'
import { SUPPORTED, unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { unsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { UnsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { ImageTokenTariff } from '../pricing/tariff.ts'
import { imageUsageOf, maxPromptTokens, priceOfImageTokens } from './estimate.ts'
import { maxTokensPerImage } from './max-tokens.ts'
import { perImagePrice } from './per-image-price.ts'
import { pricedExtra } from './priced-extras.ts'
import { inputImageCount } from './request.ts'
import type { ImageRequest } from './request.ts'
import type { ImageUsage } from './usage.ts'

/** The caller's request, before any address in it was fetched. */
export interface ImageParams<F> extends Omit<ImageRequest, 'images' | 'mask' | 'referenceImages'> {
  readonly images: readonly F[]
  readonly mask: F | null
  readonly referenceImages: readonly F[]
}

/** How the images of one call are priced: each alike, or by the provider's tokens. */
type ImagePricing =
  | { readonly tag: 'fixed'; readonly perImageMicro: bigint }
  /** `usualTokens`: of one image, where the provider reports no usage. */
  | { readonly tag: 'counted'; readonly tariff: ImageTokenTariff; readonly usualTokens: number }

/** All decisions about an image request that come before money and upstream. */
export interface ImagePlan {
  readonly model: ImageModel
  readonly pricing: ImagePricing
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
  /** True where the gateway has named the quality, because the money does not last for every one. */
  readonly isQualityNamed?: true | undefined
}

export type ImagePlanFailure = UnsupportedCapability | UnsupportedParameter

/** The first field with an input image; null when there is none. */
const imageFieldOf = <F>({ images, referenceImages, mask }: ImageParams<F>): string | null => {
  if (images.length > 0) return 'image'
  if (referenceImages.length > 0) return 'reference_images'
  return mask === null ? null : 'mask'
}

const checkParams = <F>(model: ImageModel, params: ImageParams<F>): Either<ImagePlanFailure, void> => {
  const given = imageFieldOf(params)
  if (given !== null && !model.capabilities.has('image_input')) {
    return unsupportedCapability(given, `${model.id} takes a prompt and no images.`)
  }
  if (params.mask !== null && params.images.length === 0) {
    return unsupportedParameter('mask', 'A mask marks the part of an image to change; the request has no image.')
  }
  if (params.n > model.limits.maxImages) {
    return unsupportedParameter('n', `${model.id} generates at most ${model.limits.maxImages} images in one request.`)
  }
  if (params.size !== null && model.limits.sizes?.has(params.size) === false) {
    return unsupportedParameter('size', `${model.id} generates images of ${[...model.limits.sizes].join(', ')}.`)
  }
  const { extras, quality, size, mask } = params
  const refused = unsupportedFieldIn(model, { ...extras, quality, size, mask }) ?? pricedExtra(extras, model.tariff)
  return refused === null
    ? SUPPORTED
    : unsupportedParameter(refused, `'${refused}' with this value is not offered for this model.`)
}

/**
 * The most that a request may use. Providers count prompt and input images again for every image that they make, and
 * think again before it.
 */
const mostUsage = <F>({ limits }: ImageModel, params: ImageParams<F>, tokensPerImage: number): ImageUsage => {
  const textOutputTokens = params.n * (limits.textOutputTokensPerImage ?? 0)
  const usage = imageUsageOf(limits, {
    promptTokens: params.n * maxPromptTokens(params.prompt),
    given: params.n * inputImageCount(params),
    outputTokens: params.n * tokensPerImage + textOutputTokens,
  })
  return { ...usage, textOutputTokens }
}

/** Decides whether a model can generate the requested images, and how much is held for them. */
export const planImage = <F>(model: Model, params: ImageParams<F>): Either<ImagePlanFailure, ImagePlan> => {
  if (model.kind !== 'image') return unsupportedCapability('model', `${model.id} is not an image model.`)
  const checked = checkParams(model, params)
  if (isLeft(checked)) return checked
  const { tariff } = model
  switch (tariff.unit) {
    case 'image': {
      const price = perImagePrice(tariff, params)
      if (price.tag === 'unpriced') {
        return unsupportedParameter(price.param, `'${price.param}' with this value is not offered for this model.`)
      }
      const { perImageMicro } = price
      return right({ model, pricing: { tag: 'fixed', perImageMicro }, holdMicro: perImageMicro * BigInt(params.n) })
    }
    case 'image_tokens': {
      const most = maxTokensPerImage(model, params)
      if (isLeft(most)) return most
      const usualTokens = Math.min(most.right, model.limits.outputTokensPerImage)
      const holdMicro = priceOfImageTokens(tariff, mostUsage(model, params, most.right))
      return right({ model, pricing: { tag: 'counted', tariff, usualTokens }, holdMicro })
    }
  }
}
