import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { longerEdge, nearestRatio, readSize } from '../../images/pixel-size.ts'
import type { Wire } from '../../wire.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'

/**
 * An `imageConfig` for a size like `1536x1024`; null if none is asked for. Google knows a few proportions and
 * resolutions: the nearest proportion and the resolution of the longer edge are asked for, as far as the model can.
 */
export const toImageConfig = (
  asked: string | null,
  { aspectRatios, imageSizes }: GoogleParameters,
): Either<UpstreamFailure, Wire | null> => {
  const size = readSize(asked)
  if (isLeft(size)) return size
  if (size.right === null) return right(null)
  const aspectRatio = nearestRatio(aspectRatios, size.right)
  const imageSize = imageSizeFor(imageSizes, longerEdge(size.right))
  return right({
    ...(aspectRatio === null ? {} : { aspectRatio }),
    ...(imageSize === null ? {} : { imageSize }),
  })
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
