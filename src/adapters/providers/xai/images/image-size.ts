import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { Wire } from '../../wire.ts'
import type { XaiParameters } from '../deployment-parameters.ts'

/** The longer edge, in pixels, up to which an image is of the smaller resolution. */
const SMALL_UP_TO_PX = 1_280

/**
 * xAI knows a few proportions: for a size like `1536x1024` the nearest is asked for, and the resolution that the
 * longer edge needs where the catalogue lists it. Nothing for `auto`.
 */
export const toSizeFields = (
  size: string | null,
  { aspectRatios, resolutions }: XaiParameters,
): Either<UpstreamFailure, Wire> => {
  if (size === null || size === 'auto') return right({})
  const [, widthText, heightText] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  const [width, height] = [Number(widthText), Number(heightText)]
  if (!(width > 0 && height > 0)) return unsupported('size', "A size is 'auto' or like '1024x1024'.")
  const ratio = nearestRatio(aspectRatios, width / height)
  const resolution = Math.max(width, height) <= SMALL_UP_TO_PX ? '1k' : '2k'
  return right({
    ...(ratio === null ? {} : { aspect_ratio: ratio }),
    ...(resolutions?.includes(resolution) === true ? { resolution } : {}),
  })
}

const nearestRatio = (ratios: readonly string[], wanted: number): string | null => {
  // Twice as wide is as far off as half as wide.
  const distanceOf = (ratio: string): number => {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log(wanted / (across / down)))
  }
  return ratios.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0] ?? null
}
