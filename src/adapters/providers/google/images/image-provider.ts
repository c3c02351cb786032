import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageResult, ImageProvider } from '../../../../application/ports/providers/image-provider.ts'
import { toServerError } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { extrasLeftOut } from '../../fields/image-extras.ts'
import type { CallBounds, ProviderConnection, ProviderRequest } from '../../upstream/provider-http.ts'
import { fromResponse, summedUsage } from './from-response.ts'
import { googleHttp } from '../google-http.ts'
import { toRequest } from './to-request.ts'

/** Google's image models. They make one image a call, so several are several calls at once. */
export const googleImages = (connection: ProviderConnection): ImageProvider => {
  const http = googleHttp(connection)

  const generateOne = async (request: ProviderRequest, bounds: CallBounds) => {
    const response = await http.postJson(request, bounds)
    return isLeft(response) ? response : fromResponse(response.right)
  }

  return {
    ignoredFields: ({ request: { quality, extras } }) => [
      ...(quality === null || quality === 'auto' ? [] : ['quality']),
      ...extrasLeftOut(extras, []),
    ],
    generate: async (call) => {
      const request = toRequest(call.request, call.deployment)
      if (isLeft(request)) return request
      const stop = new AbortController()
      const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal])
      let first: UpstreamFailure | null = null
      const answers = await Promise.all(
        Array.from({ length: call.request.n }, async (): Promise<Either<UpstreamFailure, ImageResult>> => {
          const answer = await generateOne(request.right, { signal, memory: call.memory })
          if (isLeft(answer)) {
            first ??= answer.left
            // A call that was turned away tells nothing of the others: they may all be, and then go elsewhere.
            if (!isTurnedAway(answer)) stop.abort()
          }
          return answer
        }),
      )
      return together(answers, first)
    },
  }
}

/**
 * All images, or the first failure: a caller who asked for several and gets fewer cannot tell why, so one that
 * cannot be had fails the call and nothing is charged; the others are cancelled. A failure that would prove that
 * nothing was made proves it no longer once another of the calls was under way.
 */
const together = (
  answers: readonly Either<UpstreamFailure, ImageResult>[],
  first: UpstreamFailure | null,
): Either<UpstreamFailure, ImageResult> => {
  if (first !== null) return left(answers.every(isTurnedAway) ? first : afterWork(first))
  const generated = answers.flatMap((answer) => (isLeft(answer) ? [] : [answer.right]))
  return right({
    images: generated.flatMap(({ images }) => images),
    usage: summedUsage(generated.map(({ usage }) => usage)),
    upstreamRequestId: generated[0]?.upstreamRequestId ?? null,
  })
}

const isTurnedAway = (answer: Either<UpstreamFailure, unknown>): boolean =>
  isLeft(answer) && ['unreachable', 'rate_limited', 'unavailable', 'misconfigured'].includes(answer.left.tag)

const afterWork = (failure: UpstreamFailure): UpstreamFailure =>
  isTurnedAway(left(failure)) ? toServerError(failure) : failure
