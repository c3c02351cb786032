import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ImageModel, Model } from '../catalog/model.ts'
import { type UnsupportedParameter, unsupportedParameter } from '../chat/unsupported-parameter.ts'
import type { ImageTokenTariff } from '../pricing/tariff.ts'
import { estimateImageUsage, priceOfImageTokens } from './estimate.ts'
import { perImagePrice } from './per-image-price.ts'
import { pricedExtra } from './priced-extras.ts'
import type { ImageRequest } from './request.ts'

/** What the caller asked for, before anything was fetched: an image given may still be an address. */
export interface ImageAsk<F> extends Omit<ImageRequest, 'images' | 'mask' | 'referenceImages'> {
  readonly images: readonly F[]
  readonly mask: F | null
  readonly referenceImages: readonly F[]
}

/** How the images of one call are priced: each alike, or by the vendor's tokens. */
export type ImagePricing =
  | { readonly tag: 'fixed'; readonly perImageMicro: bigint }
  | { readonly tag: 'counted'; readonly tariff: ImageTokenTariff }

/** All that is decided about drawing before any money or upstream is touched. */
export interface ImagePlan {
  readonly model: ImageModel
  readonly pricing: ImagePricing
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
}

export type ImagePlanFailure =
  | { readonly tag: 'unsupported_capability'; readonly param: string; readonly message: string }
  | UnsupportedParameter

const incapable = (param: string, message: string): Either<ImagePlanFailure, never> =>
  left({ tag: 'unsupported_capability', param, message })

/** The first field in which an image is given; null when none is. */
const givenIn = <F>({ images, referenceImages, mask }: ImageAsk<F>): string | null => {
  if (images.length > 0) return 'image'
  if (referenceImages.length > 0) return 'reference_images'
  return mask === null ? null : 'mask'
}

const checkAsk = <F>(model: ImageModel, ask: ImageAsk<F>): Either<ImagePlanFailure, null> => {
  const given = givenIn(ask)
  if (given !== null && !model.capabilities.has('image_input')) {
    return incapable(given, `${model.id} draws from words alone: it takes no images.`)
  }
  if (given === 'mask' || (ask.mask !== null && ask.images.length === 0)) {
    return unsupportedParameter('mask', 'A mask says where an image is to be changed; no image was given.')
  }
  if (ask.n > model.limits.maxImages) {
    return unsupportedParameter('n', `${model.id} draws ${model.limits.maxImages} images at once at most.`)
  }
  if (ask.size !== null && model.limits.sizes?.has(ask.size) === false) {
    return unsupportedParameter('size', `${model.id} draws in ${[...model.limits.sizes].join(', ')}.`)
  }
  const asked = { ...ask.extras, quality: ask.quality, size: ask.size, mask: ask.mask }
  const ignored = Object.entries(asked).find(
    ([name, value]) => value !== null && value !== undefined && model.unsupportedParameters?.has(name),
  )
  const refused = ignored?.[0] ?? pricedExtra(ask.extras, model.tariff)
  return refused === null
    ? right(null)
    : unsupportedParameter(refused, `'${refused}' with this value is not offered for this model.`)
}

/** Decides whether a model can draw what is asked, and how much is held for it. */
export const planImage = <F>(model: Model, ask: ImageAsk<F>): Either<ImagePlanFailure, ImagePlan> => {
  if (model.kind !== 'image') return incapable('model', `${model.id} is not an image model.`)
  const checked = checkAsk(model, ask)
  if (isLeft(checked)) return checked
  const { tariff } = model
  switch (tariff.unit) {
    case 'image': {
      const price = perImagePrice(tariff, ask)
      if (price.tag === 'unpriced') {
        return unsupportedParameter(price.param, `'${price.param}' with this value is not offered for this model.`)
      }
      const { perImageMicro } = price
      return right({ model, pricing: { tag: 'fixed', perImageMicro }, holdMicro: perImageMicro * BigInt(ask.n) })
    }
    case 'image_tokens': {
      const given = ask.images.length + ask.referenceImages.length + (ask.mask === null ? 0 : 1)
      const usage = estimateImageUsage(model.limits, { prompt: ask.prompt, given, drawn: ask.n })
      return right({ model, pricing: { tag: 'counted', tariff }, holdMicro: priceOfImageTokens(tariff, usage) })
    }
  }
}
