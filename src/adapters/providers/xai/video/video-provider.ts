import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { VideoProvider } from '../../../../application/ports/providers/video-provider.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { idOf, objectOf } from '../../wire.ts'
import { xaiHttp } from '../xai-http.ts'
import { failureInJob, fromFailure, fromResponse } from './from-response.ts'
import { toRequest } from './to-request.ts'

/** xAI's video models. */
export const xaiVideo = (connection: ProviderConnection): VideoProvider => {
  const http = xaiHttp(connection)
  return {
    isLocal: false,
    submit: async ({ request, deployment, ...bounds }) => {
      const asked = toRequest(request, deployment)
      if (isLeft(asked)) return asked
      const response = await http.postJson(asked.right, bounds)
      if (isLeft(response)) return response
      const { body, upstreamRequestId } = response.right
      const failure = failureInJob(response.right)
      if (failure !== null) return left(failure)
      const upstreamJobId = idOf(objectOf(body)?.['request_id'])
      return upstreamJobId === null
        ? left(badAnswer('The upstream accepted no job.', upstreamRequestId))
        : right({ upstreamJobId, upstreamRequestId })
    },

    poll: async ({ upstreamJobId, ...bounds }) => {
      const response = await http.getJson(`/videos/${encodeURIComponent(upstreamJobId)}`, bounds)
      return isLeft(response) ? fromFailure(response.left) : fromResponse(response.right)
    },

    download: ({ signal }, source) => http.getFile(source, signal),
  }
}
