import type { UpstreamVideo } from '../../../application/ports/video-provider.ts'
import { nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { isModerated } from './media-failure.ts'

export const BLOCKED_VIDEO: UpstreamVideo = {
  tag: 'failed',
  code: 'content_policy_violation',
  message: 'The model provider refused to film this.',
}

/** The state a job is in; a word that nobody knows is work in progress. An error must have been told apart before. */
export const videoStateIn = (job: Wire): UpstreamVideo => {
  const video = objectOf(job['video'])
  const url = nonEmptyOf(video?.['url']) ?? nonEmptyOf(objectOf(video?.['file_output'])?.['public_url'])
  switch (nonEmptyOf(job['status']) ?? (url === null ? 'pending' : 'done')) {
    case 'done':
      // A job that is done and has nothing to show was stopped by the vendor's policy.
      return video?.['respect_moderation'] === false || url === null
        ? BLOCKED_VIDEO
        : { tag: 'finished', source: url, seconds: secondsOf(video?.['duration']), size: null }
    case 'failed':
      return failedVideo(objectOf(job['error']))
    case 'expired':
      return { tag: 'failed', code: 'video_expired', message: 'The model provider gave the video up.' }
    default:
      return { tag: 'running' }
  }
}

const failedVideo = (error: Wire | null): UpstreamVideo => {
  const message = nonEmptyOf(error?.['message']) ?? 'The model provider could not finish the video.'
  const code = nonEmptyOf(error?.['code']) ?? ''
  return /moderat|content_policy|safety/i.test(code) || isModerated(message)
    ? BLOCKED_VIDEO
    : { tag: 'failed', code: 'generation_failed', message }
}

const secondsOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
