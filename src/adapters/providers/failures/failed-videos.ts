import type { UpstreamVideo } from '../../../application/ports/providers/video-provider.ts'

/** The end of a job without a video, in the words of the provider where it gave any. */
export const refusedVideo = (words: string | null): UpstreamVideo => ({
  tag: 'failed',
  code: 'content_policy_violation',
  message: words ?? 'The model provider refused to make this video.',
})

export const failedVideo = (words: string | null): UpstreamVideo => ({
  tag: 'failed',
  code: 'generation_failed',
  message: words ?? 'The model provider could not finish the video.',
})
