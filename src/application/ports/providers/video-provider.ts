import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { VideoRequest } from '../../../domain/video/request.ts'
import type { ProviderCall } from './provider-call.ts'

export interface VideoSubmission extends ProviderCall {
  readonly request: VideoRequest
}

export interface SubmittedVideo {
  /** The provider's own name of the job. It is stored, so that any process can ask for it. */
  readonly upstreamJobId: string
  readonly upstreamRequestId: string | null
}

/** A question about a video that was ordered: the operation that ordered it has answered. */
export interface VideoPoll extends Omit<ProviderCall, 'operationId'> {
  readonly upstreamJobId: string
}

/** The state of a job as the provider reports it. */
export type UpstreamVideo =
  | { readonly tag: 'running' }
  | {
      readonly tag: 'finished'
      /** What `download` needs: an address or a file name of the provider. */
      readonly source: string
      /** Seconds and pixels where the provider states them; otherwise they are read from the file. */
      readonly seconds: number | null
      readonly size: string | null
    }
  /** `content_policy_violation` for a refusal, also where a provider calls a video-less end "completed". */
  | { readonly tag: 'failed'; readonly code: string; readonly message: string }

/**
 * Videos of one provider. `poll` returns a Left when the state is not known; only the provider's own report fails a
 * job. Returns failures and never throws for the behaviour of an upstream.
 */
export interface VideoProvider {
  /** True where a poll never leaves this process, so that a client may poll as often as it wants. */
  readonly isLocal: boolean
  submit(submission: VideoSubmission): Promise<Either<UpstreamFailure, SubmittedVideo>>
  poll(poll: VideoPoll): Promise<Either<UpstreamFailure, UpstreamVideo>>
  /** The finished file as it arrives. A Left is always the last element: the download broke. */
  download(
    poll: VideoPoll,
    source: string,
  ): Promise<Either<UpstreamFailure, AsyncIterable<Either<UpstreamFailure, Uint8Array>>>>
}
