import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoProvider } from '../../../application/ports/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { downloadBody } from '../download-body.ts'
import { errorIn, fromErrorBody, fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { headerOf } from '../retry-after.ts'
import type { UpstreamAnswer } from '../upstream-exchange.ts'
import { nonEmptyOf, objectOf } from '../wire.ts'
import { filmAddress, MAX_REDIRECTS, redirectOf } from '../film-address.ts'
import { toMediaFailure } from './media-failure.ts'
import { toVideoRequest } from './to-video-request.ts'
import { BLOCKED_VIDEO, videoStateIn } from './video-state.ts'
import { xaiClient } from './xai-client.ts'
import type { XaiAnswer } from './xai-client.ts'
import type { VendorAccess } from '../vendor-access.ts'

/** xAI's models that film. */
export const xaiVideo = (deps: VendorAccess): VideoProvider => {
  const client = xaiClient(deps)

  const open = async (
    source: string,
    signal: AbortSignal | undefined,
  ): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
    let address = filmAddress(source, client.base, client.base)
    for (let redirects = 0; address !== null && redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await client.getFile(address, signal)
      if (answer._tag === 'Left') return answer
      const { status, headers } = answer.right
      const next = redirectOf(status, headerOf(headers, 'location'))
      if (next === null && status === 200) return answer
      answer.right.cancel()
      if (next === null) return left(fromErrorResponse(status === 204 ? 502 : status, headers, undefined))
      address = filmAddress(next, address, client.base)
    }
    return badAnswer('The upstream names an address that may not be read.', null)
  }

  return {
    asksNobody: false,
    submit: async ({ request, deployment, signal }) => {
      const asked = toVideoRequest(request, deployment)
      if (asked._tag === 'Left') return asked
      const answer = await client.postJson('/videos/generations', asked.right, signal)
      if (answer._tag === 'Left') return answer
      const failure = failureIn(answer.right)
      if (failure !== null) return left(failure)
      const upstreamJobId = nonEmptyOf(objectOf(answer.right.body)?.['request_id'])
      const upstreamRequestId = requestIdOf(answer.right.headers)
      return upstreamJobId === null
        ? badAnswer('The upstream accepted no job.', upstreamRequestId)
        : right({ upstreamJobId, upstreamRequestId })
    },

    poll: async ({ upstreamJobId, signal }) => {
      const answer = await client.getJson(`/videos/${encodeURIComponent(upstreamJobId)}`, signal)
      return answer._tag === 'Left' ? lookFailed(answer.left) : stateOf(answer.right)
    },

    download: async ({ signal }, source) => {
      const answer = await open(source, signal)
      return answer._tag === 'Left' ? answer : right(downloadBody(answer.right, requestIdOf(answer.right.headers)))
    },
  }
}

const badAnswer = (message: string, upstreamRequestId: string | null): Either<UpstreamFailure, never> =>
  left({ tag: 'bad_answer', message, upstreamRequestId })

/** xAI tells some errors with status 200. */
const failureIn = ({ body, headers }: XaiAnswer): UpstreamFailure | null => {
  // A job has an `error` of its own, which is its state.
  const error = objectOf(body)?.['status'] === undefined ? errorIn(body) : null
  return error === null ? null : toMediaFailure(fromErrorBody(error, headers))
}

const stateOf = (answer: XaiAnswer): Either<UpstreamFailure, UpstreamVideo> => {
  const failure = failureIn(answer)
  if (failure !== null) return lookFailed(failure)
  const job = objectOf(answer.body)
  // "Accepted, not ready" may come without a word.
  if (job === null && answer.status === 202) return right({ tag: 'running' })
  return job === null
    ? badAnswer('The upstream tells no state.', requestIdOf(answer.headers))
    : right(videoStateIn(job))
}

/** A refusal told in place of a state is the vendor's last word; any other failure says nothing about the job. */
const lookFailed = (failure: UpstreamFailure): Either<UpstreamFailure, UpstreamVideo> =>
  failure.tag === 'refused_content' ? right(BLOCKED_VIDEO) : left(failure)
