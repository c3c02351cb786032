import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoPoll, VideoProvider } from '../../../application/ports/video-provider.ts'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { downloadBody } from '../download-body.ts'
import { filmAddress, MAX_REDIRECTS, redirectOf } from '../film-address.ts'
import { headerOf } from '../retry-after.ts'
import type { UpstreamAnswer, UpstreamHeaders } from '../upstream-exchange.ts'
import { parametersOf } from './deployment-parameters.ts'
import { failureIn, requestIdOf } from './errors.ts'
import { googleClient, readError } from './google-client.ts'
import type { JsonAnswer } from './google-client.ts'
import { interactions } from './interactions.ts'
import { longRunning } from './long-running.ts'
import { IN_THE_JOB } from './video-wire.ts'
import type { VideoWire } from './video-wire.ts'
import type { VendorAccess } from '../vendor-access.ts'

type Film = AsyncIterable<Either<UpstreamFailure, Uint8Array>>

const WIRES: Readonly<Record<'interactions' | 'long_running', VideoWire>> = { interactions, long_running: longRunning }

const wireOf = (deployment: Deployment): VideoWire => WIRES[parametersOf(deployment).videoApi]

const badAnswer = (message: string, upstreamRequestId: string | null): Either<UpstreamFailure, never> =>
  left({ tag: 'bad_answer', message, upstreamRequestId })

/** Google's models that film, by whichever of its two interfaces the deployment names. */
export const googleVideo = (deps: VendorAccess): VideoProvider => {
  const client = googleClient(deps)

  const look = ({ deployment, upstreamJobId, signal }: VideoPoll): Promise<Either<UpstreamFailure, JsonAnswer>> =>
    client.getJson(wireOf(deployment).statePath(upstreamJobId), signal)

  const open = async (
    source: string,
    signal: AbortSignal | undefined,
  ): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
    let address = filmAddress(source, client.base, client.base)
    for (let redirects = 0; address !== null; redirects += 1) {
      const answer = await client.getFile(address, signal)
      if (answer._tag === 'Left') return answer
      const { status, headers } = answer.right
      const next = redirectOf(status, headerOf(headers, 'location'))
      if (next === null && status === 200 && isFile(headers)) return answer
      if (next === null) return left(await readError(answer.right))
      answer.right.release()
      if (redirects === MAX_REDIRECTS) return badAnswer('The upstream sends from one address to another.', null)
      address = filmAddress(next, address, client.base)
    }
    return badAnswer('The upstream names an address that may not be read.', null)
  }

  return {
    asksNobody: false,
    submit: async (submission) => {
      const wire = wireOf(submission.deployment)
      const asked = wire.submission(submission)
      if (asked._tag === 'Left') return asked
      const answer = await client.postJson(asked.right.path, asked.right.body, submission.signal)
      if (answer._tag === 'Left') return answer
      const { body, headers, upstreamRequestId } = answer.right
      const upstreamJobId = wire.jobIdIn(body)
      if (upstreamJobId !== null) return right({ upstreamJobId, upstreamRequestId })
      const failure = failureIn(body, headers)
      return failure === null ? badAnswer('The upstream accepted no job.', upstreamRequestId) : left(failure)
    },

    poll: async (poll): Promise<Either<UpstreamFailure, UpstreamVideo>> => {
      const answer = await look(poll)
      if (answer._tag === 'Left') return answer
      const { body, headers, upstreamRequestId } = answer.right
      const state = wireOf(poll.deployment).stateIn(body)
      if (state !== null) return right(state)
      const failure = failureIn(body, headers)
      return failure === null ? badAnswer('The upstream tells no state.', upstreamRequestId) : left(failure)
    },

    download: async (poll, source): Promise<Either<UpstreamFailure, Film>> => {
      if (source !== IN_THE_JOB) {
        const answer = await open(source, poll.signal)
        return answer._tag === 'Left' ? answer : right(downloadBody(answer.right, requestIdOf(answer.right.headers)))
      }
      const job = await look(poll)
      if (job._tag === 'Left') return job
      const film = wireOf(poll.deployment).filmIn(job.right.body)
      return film?.tag === 'inline'
        ? right(inOnePiece(film.data))
        : badAnswer('The film is no longer in the job.', job.right.upstreamRequestId)
    },
  }
}

/** An error may come with status 200. */
const isFile = (headers: UpstreamHeaders): boolean => !/json|html/i.test(headerOf(headers, 'content-type') ?? '')

async function* inOnePiece(base64: string): AsyncGenerator<Either<UpstreamFailure, Uint8Array>, void, undefined> {
  yield right(new Uint8Array(Buffer.from(base64, 'base64')))
}
