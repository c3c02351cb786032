import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageUsage } from '../../../../domain/images/usage.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { foundImages } from '../../images/found-images.ts'
import type { FoundImage } from '../../images/found-images.ts'
import { failureIn } from '../../openai-errors.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { countOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { toMediaFailure } from '../media-failure.ts'

interface FoundImages {
  /** At least one. */
  readonly images: readonly FoundImage[]
  readonly usage: ImageUsage | null
}

/** Reads a response with n images, or the error that it holds. */
export const fromResponse = (
  { body, headers, upstreamRequestId }: ProviderJson,
  n: number,
): Either<UpstreamFailure, FoundImages> => {
  const failure = failureIn(body, headers)
  if (failure !== null) return left(toMediaFailure(failure))
  const wire = objectOf(body)
  const images = foundImages(wire?.['data'], n, upstreamRequestId)
  return isLeft(images) ? images : right({ images: images.right, usage: toUsage(objectOf(wire?.['usage'])) })
}

/** Input tokens that the provider does not divide count as words, the cheaper reading where images are among them. */
const toUsage = (usage: Wire | null): ImageUsage | null => {
  if (usage === null) return null
  const details = objectOf(usage['input_tokens_details'])
  const input = countOf(usage['input_tokens']) ?? 0
  const inputImageTokens = Math.min(countOf(details?.['image_tokens']) ?? 0, input)
  const outputTokens = countOf(usage['output_tokens']) ?? 0
  return {
    inputTextTokens: input - inputImageTokens,
    inputImageTokens,
    outputTokens,
    textOutputTokens: Math.min(countOf(objectOf(usage['output_tokens_details'])?.['text_tokens']) ?? 0, outputTokens),
    totalTokens: countOf(usage['total_tokens']) ?? input + outputTokens,
  }
}
