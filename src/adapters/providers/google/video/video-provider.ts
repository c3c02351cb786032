import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoPoll, VideoProvider } from '../../../../application/ports/providers/video-provider.ts'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { parametersOf } from '../deployment-parameters.ts'
import { failureIn } from '../errors.ts'
import { googleHttp, googleResponse } from '../google-http.ts'
import type { GoogleResponse } from '../google-http.ts'
import { interactions } from './interactions.ts'
import { longRunning } from './long-running.ts'
import { INLINE_SOURCE } from './video-wire.ts'
import type { VideoWire } from './video-wire.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'

type VideoBytes = AsyncIterable<Either<UpstreamFailure, Uint8Array>>

const WIRES: Readonly<Record<'interactions' | 'long_running', VideoWire>> = { interactions, long_running: longRunning }

const wireOf = (deployment: Deployment): VideoWire => WIRES[parametersOf(deployment).videoApi]

/** Google's video models, by whichever of its two interfaces the deployment names. */
export const googleVideo = (connection: ProviderConnection): VideoProvider => {
  const http = googleHttp(connection)

  const look = async ({
    deployment,
    upstreamJobId,
    ...bounds
  }: VideoPoll): Promise<Either<UpstreamFailure, GoogleResponse>> => {
    const response = await http.getJson(wireOf(deployment).statePath(upstreamJobId), bounds)
    return isLeft(response) ? response : googleResponse(response.right)
  }

  return {
    isLocal: false,
    submit: async (submission) => {
      const wire = wireOf(submission.deployment)
      const request = wire.toRequest(submission)
      if (isLeft(request)) return request
      const response = await http.postJson(request.right, submission)
      if (isLeft(response)) return response
      const answer = googleResponse(response.right)
      if (isLeft(answer)) return answer
      const { body, headers, upstreamRequestId } = answer.right
      const upstreamJobId = wire.jobIdIn(body)
      if (upstreamJobId !== null) return right({ upstreamJobId, upstreamRequestId })
      return left(failureIn(body, headers) ?? badAnswer('The upstream accepted no job.', upstreamRequestId))
    },

    poll: async (poll): Promise<Either<UpstreamFailure, UpstreamVideo>> => {
      const answer = await look(poll)
      if (isLeft(answer)) return answer
      const { body, headers, upstreamRequestId } = answer.right
      const state = wireOf(poll.deployment).stateIn(body)
      if (state !== null) return right(state)
      return left(failureIn(body, headers) ?? badAnswer('The upstream tells no state.', upstreamRequestId))
    },

    download: async (poll, source): Promise<Either<UpstreamFailure, VideoBytes>> => {
      if (source !== INLINE_SOURCE) return http.getFile(source, poll.signal)
      const job = await look(poll)
      if (isLeft(job)) return job
      const video = wireOf(poll.deployment).videoIn(job.right.body)
      return video?.tag === 'inline'
        ? right(inOnePiece(video.data))
        : left(badAnswer('The video is no longer in the job.', job.right.upstreamRequestId))
    },
  }
}

async function* inOnePiece(base64: string): AsyncGenerator<Either<UpstreamFailure, Uint8Array>, void, undefined> {
  yield right(new Uint8Array(Buffer.from(base64, 'base64')))
}
