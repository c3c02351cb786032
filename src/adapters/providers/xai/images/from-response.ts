import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { foundImage, notImages } from '../../images/found-image.ts'
import type { FoundImage } from '../../images/found-image.ts'
import { failureIn } from '../../openai-errors.ts'
import type { JsonResponse } from '../../upstream/provider-http.ts'
import { arrayOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { blocked, toMediaFailure } from '../media-failure.ts'

/**
 * The images of a response, at least one. One that moderation took away fails the whole answer: a caller who asked for
 * several and gets fewer cannot tell why.
 */
export const fromResponse = ({
  body,
  headers,
  upstreamRequestId,
}: JsonResponse): Either<UpstreamFailure, readonly FoundImage[]> => {
  const failure = failureIn(body, headers)
  if (failure !== null) return left(toMediaFailure(failure))
  const entries = (arrayOf(objectOf(body)?.['data']) ?? []).map((entry): Wire => objectOf(entry) ?? {})
  if (entries.some((entry) => entry['respect_moderation'] === false)) return left(blocked(upstreamRequestId))
  const found = entries.map(foundImage).filter((image) => image !== null)
  return found.length === 0 || found.length !== entries.length ? left(notImages(upstreamRequestId)) : right(found)
}
