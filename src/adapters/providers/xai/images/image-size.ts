import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { longerEdge, nearestRatio, readSize } from '../../images/pixel-size.ts'
import type { Wire } from '../../wire.ts'
import type { XaiParameters } from '../deployment-parameters.ts'

/** The longer edge, in pixels, up to which an image is of the smaller resolution. */
const SMALL_UP_TO_PX = 1_280

/**
 * xAI knows a few proportions: for a size like `1536x1024` the nearest is asked for, and the resolution that the
 * longer edge needs where the catalogue lists it. Nothing for `auto`.
 */
export const toSizeFields = (
  asked: string | null,
  { aspectRatios, resolutions }: XaiParameters,
): Either<UpstreamFailure, Wire> => {
  const size = readSize(asked)
  if (isLeft(size)) return size
  if (size.right === null) return right({})
  const ratio = nearestRatio(aspectRatios, size.right)
  const resolution = longerEdge(size.right) <= SMALL_UP_TO_PX ? '1k' : '2k'
  return right({
    ...(ratio === null ? {} : { aspect_ratio: ratio }),
    ...(resolutions?.includes(resolution) === true ? { resolution } : {}),
  })
}
