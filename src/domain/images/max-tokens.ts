import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageModel, ImageTokenBounds } from '../catalog/model.ts'
import { largestOf } from '../extremes.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { pixelSizeOf } from './pixel-size.ts'
import type { ImageLook } from './request.ts'

/** Whether the provider chooses. */
export const isLeftToProvider = (asked: string | null): asked is null | 'auto' => asked === null || asked === 'auto'

/** The most pixels that an image of the asked size has; null if the model has no figure for it. */
const pixelsOf = ({ maxPixels }: ImageTokenBounds, size: string | null): number | null => {
  if (isLeftToProvider(size)) return maxPixels
  const read = pixelSizeOf(size)
  return read === null || read.width * read.height > maxPixels ? null : read.width * read.height
}

/**
 * The most tokens of one generated image, which grow with quality and size. What the request leaves to the provider
 * counts as the most expensive that it may become, and what the catalogue has no figure for is refused.
 */
export const maxTokensPerImage = (
  { id, limits }: Pick<ImageModel, 'id' | 'limits'>,
  { quality, size }: ImageLook,
): Either<UnsupportedParameter, number> => {
  const { maxOutputTokens: bounds, outputTokensPerImage } = limits
  if (bounds === null) return right(outputTokensPerImage)
  const pixels = pixelsOf(bounds, size)
  if (pixels === null) {
    return unsupportedParameter(
      'size',
      `${id} generates sizes like 1024x1024, of at most ${bounds.maxPixels} pixels, or auto.`,
    )
  }
  const possible = [...bounds.byQuality].filter(([name]) => isLeftToProvider(quality) || name === quality)
  if (possible.length === 0) {
    return unsupportedParameter(
      'quality',
      `${id} has the qualities ${[...bounds.byQuality.keys(), 'auto'].join(', ')}.`,
    )
  }
  const tokens = possible.map(([, { base, perMegapixel }]) => base + Math.ceil((perMegapixel * pixels) / 1_000_000))
  return right(largestOf(tokens))
}
