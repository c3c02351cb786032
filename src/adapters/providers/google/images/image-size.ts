import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { Wire } from '../../wire.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'

/**
 * An `imageConfig` for a size like `1536x1024`; null if none is asked for. Google knows a few proportions and
 * resolutions: the nearest proportion and the resolution of the longer edge are asked for, as far as the model can.
 */
export const toImageConfig = (
  size: string | null,
  { aspectRatios, imageSizes }: GoogleParameters,
): Either<UpstreamFailure, Wire | null> => {
  if (size === null || size === 'auto') return right(null)
  const [, widthText, heightText] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  const [width, height] = [Number(widthText), Number(heightText)]
  if (!(width > 0 && height > 0)) return unsupported('size', "A size is 'auto' or like '1024x1024'.")
  const aspectRatio = nearestRatio(aspectRatios, width / height)
  const imageSize = imageSizeFor(imageSizes, Math.max(width, height))
  return right({
    ...(aspectRatio === null ? {} : { aspectRatio }),
    ...(imageSize === null ? {} : { imageSize }),
  })
}

const nearestRatio = (ratios: readonly string[], wanted: number): string | null => {
  let nearest: { readonly ratio: string; readonly distance: number } | null = null
  for (const ratio of ratios) {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    // Twice as wide is as far off as half as wide.
    const distance = Math.abs(Math.log(wanted / (across / down)))
    if (nearest === null || distance < nearest.distance) nearest = { ratio, distance }
  }
  return nearest?.ratio ?? null
}

/** Longer edges in pixels up to which a resolution is the fitting one. */
const RESOLUTIONS = [
  { name: '512', upToPx: 640 },
  { name: '1K', upToPx: 1_280 },
  { name: '2K', upToPx: 2_560 },
  { name: '4K', upToPx: Number.POSITIVE_INFINITY },
]

/** The fitting one, else the next larger that the model has, else its largest. */
const imageSizeFor = (names: readonly string[], longEdgePx: number): string | null => {
  const offered = RESOLUTIONS.filter(({ name }) => names.includes(name))
  return (offered.find(({ upToPx }) => longEdgePx <= upToPx) ?? offered.at(-1))?.name ?? null
}
