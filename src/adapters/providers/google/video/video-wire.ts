import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoSubmission } from '../../../../application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import type { Wire } from '../../wire.ts'

/** A video of the provider's: an address, or the bytes themselves in base64. */
export type VideoSource =
  | { readonly tag: 'address'; readonly uri: string }
  | { readonly tag: 'inline'; readonly data: string }

/** One of Google's two video APIs. Everything here is a mapping. */
export interface VideoWire {
  /** A Left says why the provider cannot be asked this. */
  toRequest(submission: VideoSubmission): Either<UpstreamFailure, ProviderRequest>
  /** The provider's name of the job, null if the answer has none. */
  jobIdIn(answer: Wire): string | null
  statePath(upstreamJobId: string): string
  /** Null if the answer is no state of a job. */
  stateIn(answer: Wire): UpstreamVideo | null
  videoIn(answer: Wire): VideoSource | null
}

/** The `source` of a video that lies in the job itself. */
export const INLINE_SOURCE = 'inline'

export const finished = (video: VideoSource): UpstreamVideo => ({
  tag: 'finished',
  source: video.tag === 'address' ? video.uri : INLINE_SOURCE,
  seconds: null,
  size: null,
})
