import { isRight } from 'fp-ts/lib/Either.js'
import type { ImageModel } from '../catalog/model.ts'
import { pixelSizeOf } from './pixel-size.ts'
import { planImage } from './plan.ts'
import { plainImageRequest } from './request.ts'
import type { ImageLook, ImageRequest } from './request.ts'

/** The pixels of a size like `1024x1024`; words of a provider come last. */
const pixelsOf = (size: string): number => {
  const read = pixelSizeOf(size)
  return read === null ? Number.POSITIVE_INFINITY : read.width * read.height
}

/** The looks that may be asked of the model, that of the smallest size among them. */
const looksOf = ({ limits, tariff }: ImageModel): readonly ImageLook[] => {
  const sizes = [...(limits.sizes ?? [])].toSorted((one, other) => pixelsOf(one) - pixelsOf(other))
  const [smallest = null] = sizes
  const qualities = [...(limits.maxOutputTokens?.byQuality.keys() ?? [])].map((quality) => ({
    quality,
    size: smallest,
  }))
  const named = tariff.unit === 'image' ? tariff.rows : qualities
  return [...named, { quality: null, size: smallest }, { quality: null, size: null }]
}

/** The request for one image for which the model asks least, and of these the smallest; null if it takes none. */
export const smallestImageRequest = (model: ImageModel, prompt: string): ImageRequest | null => {
  let least: { readonly request: ImageRequest; readonly micro: bigint } | null = null
  for (const { quality, size } of looksOf(model)) {
    const request = { ...plainImageRequest(model.id, prompt), quality, size }
    const planned = planImage(model, request)
    if (isRight(planned) && (least === null || planned.right.holdMicro < least.micro))
      least = { request, micro: planned.right.holdMicro }
  }
  return least?.request ?? null
}
