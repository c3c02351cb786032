import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageUsage } from '../../../../domain/images/usage.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { foundImage, notImages } from '../../images/found-image.ts'
import type { FoundImage } from '../../images/found-image.ts'
import { failureIn } from '../../openai-errors.ts'
import type { JsonResponse } from '../../upstream/provider-http.ts'
import { countOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { toMediaFailure } from '../media-failure.ts'

interface FoundImages {
  /** At least one. */
  readonly images: readonly FoundImage[]
  readonly usage: ImageUsage | null
}

/** Reads a response, or the error that it holds. */
export const fromResponse = ({
  body,
  headers,
  upstreamRequestId,
}: JsonResponse): Either<UpstreamFailure, FoundImages> => {
  const failure = failureIn(body, headers)
  if (failure !== null) return left(toMediaFailure(failure))
  const wire = objectOf(body)
  const images = objectsIn(wire?.['data']).map(foundImage)
  const found = images.filter((image) => image !== null)
  // Half an answer is none: a caller who asked for several and gets fewer cannot tell why.
  if (found.length === 0 || found.length !== images.length) return left(notImages(upstreamRequestId))
  return right({ images: found, usage: toUsage(objectOf(wire?.['usage'])) })
}

/** Input tokens that the provider does not divide count as words, the cheaper reading where images are among them. */
const toUsage = (usage: Wire | null): ImageUsage | null => {
  if (usage === null) return null
  const details = objectOf(usage['input_tokens_details'])
  const input = countOf(usage['input_tokens']) ?? 0
  const inputImageTokens = Math.min(countOf(details?.['image_tokens']) ?? 0, input)
  const outputTokens = countOf(usage['output_tokens']) ?? 0
  const total = countOf(usage['total_tokens']) ?? input + outputTokens
  return { inputTextTokens: input - inputImageTokens, inputImageTokens, outputTokens, totalTokens: total }
}
