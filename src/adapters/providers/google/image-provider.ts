import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageAnswer, ImageCall, ImageProvider } from '../../../application/ports/image-provider.ts'
import { type UpstreamFailure, withoutProof } from '../../../domain/routing/upstream-failure.ts'
import { extrasLeftOut } from '../fields/image-extras.ts'
import type { Wire } from '../wire.ts'
import { failureIn } from './errors.ts'
import { fromImageResponse, summedUsage } from './from-image-response.ts'
import { googleClient } from './google-client.ts'
import { modelPath } from './model-path.ts'
import { toImageRequest } from './to-image-request.ts'
import type { VendorAccess } from '../vendor-access.ts'

/** Google's models that draw. They make one image a call, so several are several calls at once. */
export const googleImages = (deps: VendorAccess): ImageProvider => {
  const client = googleClient(deps)

  const drawOne = async ({ deployment }: ImageCall, body: Wire, signal: AbortSignal | undefined) => {
    const answer = await client.postJson(modelPath(deployment, 'generateContent'), body, signal)
    if (answer._tag === 'Left') return answer
    const failure = failureIn(answer.right.body, answer.right.headers)
    return failure === null ? fromImageResponse(answer.right.body, answer.right.upstreamRequestId) : left(failure)
  }

  return {
    ignores: ({ request: { quality, extras } }) => [
      ...(quality === null || quality === 'auto' ? [] : ['quality']),
      ...extrasLeftOut(extras, []),
    ],
    draw: async (call) => {
      const body = toImageRequest(call.request, call.deployment)
      if (body._tag === 'Left') return body
      const stop = new AbortController()
      const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal])
      let first: UpstreamFailure | null = null
      const answers = await Promise.all(
        Array.from({ length: call.request.n }, async (): Promise<Either<UpstreamFailure, ImageAnswer>> => {
          const answer = await drawOne(call, body.right, signal)
          if (answer._tag === 'Left') {
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
  answers: readonly Either<UpstreamFailure, ImageAnswer>[],
  first: UpstreamFailure | null,
): Either<UpstreamFailure, ImageAnswer> => {
  if (first !== null) return left(answers.every(isTurnedAway) ? first : afterWork(first))
  const drawn = answers.flatMap((answer) => (answer._tag === 'Left' ? [] : [answer.right]))
  return right({
    images: drawn.flatMap(({ images }) => images),
    usage: summedUsage(drawn.map(({ usage }) => usage)),
    upstreamRequestId: drawn[0]?.upstreamRequestId ?? null,
  })
}

const isTurnedAway = (answer: Either<UpstreamFailure, unknown>): boolean =>
  answer._tag === 'Left' && ['unreachable', 'rate_limited', 'unavailable', 'misconfigured'].includes(answer.left.tag)

const afterWork = (failure: UpstreamFailure): UpstreamFailure =>
  isTurnedAway(left(failure)) ? withoutProof(failure) : failure
