import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoPoll, VideoProvider } from '../../../application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { sandboxMp4 } from './media/mp4.ts'
import { jobNameOf, parseJobName } from './video-job-name.ts'
import type { SandboxVideo } from './video-job-name.ts'

type Ending = 'video' | 'failure' | 'refusal'

const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ['video', 'video'],
  ['video-fail', 'failure'],
  ['video-refuse', 'refusal'],
])

/** Jobs whose first poll is recorded; a poll would find an older job running once more. */
const MAX_SEEN = 10_000

const CHUNK_BYTES = 64 * 1024

const wordOf = (ending: Ending, video: SandboxVideo): UpstreamVideo => {
  switch (ending) {
    case 'video': {
      const size = `${video.width}x${video.height}`
      return { tag: 'finished', source: 'sandbox', seconds: video.seconds, size }
    }
    case 'failure':
      return { tag: 'failed', code: 'generation_failed', message: 'The sandbox could not make this video.' }
    case 'refusal':
      return { tag: 'failed', code: 'content_policy_violation', message: 'The sandbox declined to make this video.' }
  }
}

const unknown = (message: string): Either<UpstreamFailure, never> =>
  left({ tag: 'misconfigured', message, upstreamRequestId: null })

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield right(bytes.subarray(at, at + CHUNK_BYTES))
}

/**
 * Videos in the process: the first poll of a job finds it running, the second at its end. A job's name holds all
 * there is to know of it, so that any process can go on with it.
 */
export const sandboxVideo = (): VideoProvider => {
  const seen = new Set<string>()
  const isFirst = (jobId: string): boolean => {
    if (seen.has(jobId)) return false
    const [oldest] = seen
    if (seen.size >= MAX_SEEN && oldest !== undefined) seen.delete(oldest)
    seen.add(jobId)
    return true
  }
  const videoOf = ({ upstreamJobId }: VideoPoll): Either<UpstreamFailure, SandboxVideo> => {
    const video = parseJobName(upstreamJobId)
    return video === null ? unknown('The sandbox knows no such job.') : right(video)
  }
  return {
    isLocal: true,
    submit: async ({ operationId, deployment, request }) =>
      ENDINGS.has(deployment.upstreamModel)
        ? right({ upstreamJobId: jobNameOf(operationId, request), upstreamRequestId: `sandbox-${operationId}` })
        : unknown(`The sandbox has no model "${deployment.upstreamModel}".`),
    poll: async (poll) => {
      const ending = ENDINGS.get(poll.deployment.upstreamModel)
      const video = videoOf(poll)
      if (isLeft(video)) return video
      if (ending === undefined) return unknown(`The sandbox has no model "${poll.deployment.upstreamModel}".`)
      return right(isFirst(poll.upstreamJobId) ? { tag: 'running' } : wordOf(ending, video.right))
    },
    download: async (poll) => {
      const video = videoOf(poll)
      if (isLeft(video)) return video
      const { prompt, width, height, seconds } = video.right
      return right(inChunks(sandboxMp4(prompt, width, height, seconds)))
    },
  }
}
