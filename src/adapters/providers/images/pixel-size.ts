import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { pixelSizeOf } from '../../../domain/images/pixel-size.ts'
import type { PixelSize } from '../../../domain/media/asset.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../failures/adapter-failures.ts'

/** Reads a size like `1536x1024`; null where the caller leaves it to the model. */
export const readSize = (size: string | null): Either<UpstreamFailure, PixelSize | null> => {
  if (size === null || size === 'auto') return right(null)
  const read = pixelSizeOf(size)
  return read === null ? unsupported('size', "A size is 'auto' or like '1024x1024'.") : right(read)
}

export const longerEdge = ({ width, height }: PixelSize): number => Math.max(width, height)

/** Of proportions like `16:9` the one that is nearest to a size, the earlier of two; null if there are none. */
export const nearestRatio = (ratios: readonly string[], { width, height }: PixelSize): string | null => {
  let nearest: { readonly ratio: string; readonly distance: number } | null = null
  for (const ratio of ratios) {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    // Twice as wide is as far off as half as wide.
    const distance = Math.abs(Math.log(width / height / (across / down)))
    if (nearest === null || distance < nearest.distance) nearest = { ratio, distance }
  }
  return nearest?.ratio ?? null
}
