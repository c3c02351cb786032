import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { foundImages } from '../../images/found-images.ts'
import type { FoundImage } from '../../images/found-images.ts'
import { failureIn } from '../../openai-errors.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { objectOf, objectsIn } from '../../wire.ts'
import { blocked, toMediaFailure } from '../media-failure.ts'

/** The first n images of a response, at least one. One that moderation took away fails the whole answer. */
export const fromResponse = (
  { body, headers, upstreamRequestId }: ProviderJson,
  n: number,
): Either<UpstreamFailure, readonly FoundImage[]> => {
  const failure = failureIn(body, headers)
  if (failure !== null) return left(toMediaFailure(failure))
  const data = objectOf(body)?.['data']
  const isBlocked = objectsIn(data).some((entry) => entry['respect_moderation'] === false)
  return isBlocked ? left(blocked(upstreamRequestId)) : foundImages(data, n, upstreamRequestId)
}
