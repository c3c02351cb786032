import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo } from '../../../../application/ports/providers/video-provider.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { failedVideo, refusedVideo } from '../../failures/failed-videos.ts'
import { reportedWords } from '../../failures/reported-words.ts'
import { failureIn } from '../../openai-errors.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { isModerated, toMediaFailure } from '../media-failure.ts'

/** The sentence of a refusal may name our key, so it is not kept. */
const BLOCKED_VIDEO = refusedVideo(null)

/** Reads the state of a job. */
export const fromResponse = (response: ProviderJson): Either<UpstreamFailure, UpstreamVideo> => {
  const failure = failureInJob(response)
  if (failure !== null) return fromFailure(failure)
  const job = objectOf(response.body)
  if (job !== null) return right(videoStateIn(job))
  // xAI may send "accepted, not ready" without a body.
  return response.status === 202
    ? right({ tag: 'running' })
    : left(badAnswer('The upstream tells no state.', response.upstreamRequestId))
}

/** A refusal in place of a state is the provider's last word; any other failure says nothing about the job. */
export const fromFailure = (failure: UpstreamFailure): Either<UpstreamFailure, UpstreamVideo> =>
  failure.tag === 'refused_content' ? right(BLOCKED_VIDEO) : left(failure)

/** The failure that a response with status 200 holds; null if it holds none. */
export const failureInJob = ({ body, headers }: ProviderJson): UpstreamFailure | null => {
  // A job has an `error` of its own, which is its state.
  const failure = objectOf(body)?.['status'] === undefined ? failureIn(body, headers) : null
  return failure === null ? null : toMediaFailure(failure)
}

/** The state of a job; a word that this adapter does not know is work in progress. */
const videoStateIn = (job: Wire): UpstreamVideo => {
  const video = objectOf(job['video'])
  const url = nonEmptyOf(video?.['url']) ?? nonEmptyOf(objectOf(video?.['file_output'])?.['public_url'])
  switch (nonEmptyOf(job['status']) ?? (url === null ? 'pending' : 'done')) {
    case 'done':
      // A job that is done and has nothing to show was stopped by the provider's policy.
      return video?.['respect_moderation'] === false || url === null
        ? BLOCKED_VIDEO
        : { tag: 'finished', source: url, seconds: secondsOf(video?.['duration']), size: null }
    case 'failed':
      return endOf(objectOf(job['error']))
    case 'expired':
      return { tag: 'failed', code: 'video_expired', message: 'The model provider gave the video up.' }
    default:
      return { tag: 'running' }
  }
}

const endOf = (error: Wire | null): UpstreamVideo => {
  const words = reportedWords(error?.['message'])
  const code = nonEmptyOf(error?.['code']) ?? ''
  return /moderat|content_policy|safety/i.test(code) || isModerated(words ?? '') ? BLOCKED_VIDEO : failedVideo(words)
}

const secondsOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
