import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImagePlan } from '../../../domain/images/plan.ts'
import type { ImageRequest } from '../../../domain/images/request.ts'
import { imageFormatOf } from '../../../domain/media/image-format.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ImageConverter, TargetImageMimeType } from '../../ports/media/image-converter.ts'
import type { GeneratedImage, ImageCall, ImageResult, ImageProvider } from '../../ports/providers/image-provider.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { CircuitBreakers } from '../routing/circuit-breakers.ts'

export interface GenerateImagesDeps {
  /** By provider id. */
  readonly providers: ReadonlyMap<string, ImageProvider>
  readonly circuits: CircuitBreakers
  readonly converter: Pick<ImageConverter, 'convert'>
}

const FORMATS: Readonly<Record<string, TargetImageMimeType>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** Null: as the provider made it. */
const wantedFormat = ({ extras }: ImageRequest): TargetImageMimeType | null => {
  const word = extras['output_format']
  return typeof word === 'string' ? (FORMATS[word] ?? null) : null
}

/** The images in the format that was asked for, whatever the provider makes of that. */
const inFormat = async (
  { converter }: GenerateImagesDeps,
  answer: ImageResult,
  request: ImageRequest,
): Promise<Either<UpstreamFailure, ImageResult>> => {
  const { upstreamRequestId } = answer
  const wanted = wantedFormat(request)
  const images: GeneratedImage[] = []
  // Images beyond the number that was ordered are dropped and not charged.
  for (const image of answer.images.slice(0, request.n)) {
    const format = imageFormatOf(image.bytes)
    if (format === null) return left(badAnswer('an image of the answer is none', upstreamRequestId))
    if (wanted === null || format === wanted) {
      images.push(image)
      continue
    }
    const converted = await converter.convert(image.bytes, wanted)
    if (isLeft(converted)) return left(badAnswer(converted.left.message, upstreamRequestId))
    images.push({ ...image, bytes: converted.right.bytes })
  }
  return images.length === 0
    ? left(badAnswer('the answer has no image', upstreamRequestId))
    : right({ ...answer, images })
}

/**
 * Asks one deployment after the other. Returns 1 to n images that are images; never aborted by the caller's leaving.
 */
export const generateImages = (
  deps: GenerateImagesDeps,
  plan: ImagePlan,
  request: ImageRequest,
  call: Pick<ImageCall, 'operationId' | 'memory'> & { readonly attempts: Attempt[] },
): Promise<Either<UpstreamFailure, ImageResult>> => {
  const { operationId, memory, attempts } = call
  const route = { ...deps, deployments: plan.model.deployments, rule: 'media', attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.generate({ operationId, deployment, request, memory })
    return isLeft(answer) ? answer : inFormat(deps, answer.right, request)
  })
}
