import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoPoll, VideoProvider } from '../../../application/ports/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { sandboxMp4 } from './media/mp4.ts'
import { jobNameOf, parseJobName, type SandboxFilm } from './video-job-name.ts'

type Ending = 'film' | 'failure' | 'refusal'

const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ['video', 'film'],
  ['video-fail', 'failure'],
  ['video-refuse', 'refusal'],
])

/** Jobs whose first poll is remembered; an older one would be seen running once more. */
const MOST_REMEMBERED = 10_000

const CHUNK_BYTES = 64 * 1024

const wordOf = (ending: Ending, film: SandboxFilm): UpstreamVideo => {
  switch (ending) {
    case 'film': {
      const size = `${film.width}x${film.height}`
      return { tag: 'finished', source: 'sandbox', seconds: film.seconds, size }
    }
    case 'failure':
      return { tag: 'failed', code: 'generation_failed', message: 'The sandbox could not film this.' }
    case 'refusal':
      return { tag: 'failed', code: 'content_policy_violation', message: 'The sandbox declined to film this.' }
  }
}

const unknown = (message: string): Either<UpstreamFailure, never> =>
  left({ tag: 'misconfigured', message, upstreamRequestId: null })

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield right(bytes.subarray(at, at + CHUNK_BYTES))
}

/**
 * Films in the process: the first poll of a job finds it running, the second at its end. A job's name holds all
 * there is to know of it, so that any process can go on with it.
 */
export const sandboxVideo = (): VideoProvider => {
  const seen = new Set<string>()
  const isFirst = (jobId: string): boolean => {
    if (seen.has(jobId)) return false
    const [oldest] = seen
    if (seen.size >= MOST_REMEMBERED && oldest !== undefined) seen.delete(oldest)
    seen.add(jobId)
    return true
  }
  const filmOf = ({ upstreamJobId }: VideoPoll): Either<UpstreamFailure, SandboxFilm> => {
    const film = parseJobName(upstreamJobId)
    return film === null ? unknown('The sandbox knows no such job.') : right(film)
  }
  return {
    asksNobody: true,
    submit: async ({ operationId, deployment, request }) =>
      ENDINGS.has(deployment.upstreamModel)
        ? right({ upstreamJobId: jobNameOf(operationId, request), upstreamRequestId: `sandbox-${operationId}` })
        : unknown(`The sandbox has no model "${deployment.upstreamModel}".`),
    poll: async (poll) => {
      const ending = ENDINGS.get(poll.deployment.upstreamModel)
      const film = filmOf(poll)
      if (film._tag === 'Left') return film
      if (ending === undefined) return unknown(`The sandbox has no model "${poll.deployment.upstreamModel}".`)
      return right(isFirst(poll.upstreamJobId) ? { tag: 'running' } : wordOf(ending, film.right))
    },
    download: async (poll) => {
      const film = filmOf(poll)
      if (film._tag === 'Left') return film
      const { prompt, width, height, seconds } = film.right
      return right(inChunks(sandboxMp4(prompt, width, height, seconds)))
    },
  }
}
