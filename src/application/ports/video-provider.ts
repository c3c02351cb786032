import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { VideoRequest } from '../../domain/video/request.ts'

export interface VideoSubmission {
  readonly operationId: string
  readonly deployment: Deployment
  readonly request: VideoRequest
  readonly signal?: AbortSignal | undefined
}

export interface SubmittedVideo {
  /** The vendor's own name of the job, kept so that any process can ask for it. */
  readonly upstreamJobId: string
  readonly upstreamRequestId: string | null
}

export interface VideoPoll {
  readonly deployment: Deployment
  readonly upstreamJobId: string
  readonly signal?: AbortSignal | undefined
}

/** The vendor's own word about a job. */
export type UpstreamVideo =
  | { readonly tag: 'running' }
  | {
      readonly tag: 'finished'
      /** What `download` needs: an address or a file name of the vendor. */
      readonly source: string
      /** Length and pixels where the vendor says them; else read from the file. */
      readonly seconds: number | null
      readonly size: string | null
    }
  /** `content_policy_violation` for a refusal, also where a vendor calls a video-less end "completed". */
  | { readonly tag: 'failed'; readonly code: string; readonly message: string }

/**
 * Films with one vendor. `poll` answers a Left when the state could not be learnt; only the vendor's own word
 * fails a job. Returns failures, never throws for what an upstream does.
 */
export interface VideoProvider {
  /** True where a poll never leaves this process, so that it may be made as often as a client wants. */
  readonly asksNobody: boolean
  submit(submission: VideoSubmission): Promise<Either<UpstreamFailure, SubmittedVideo>>
  poll(poll: VideoPoll): Promise<Either<UpstreamFailure, UpstreamVideo>>
  /** The finished file as it arrives. A Left is always the last element: the download broke. */
  download(
    poll: VideoPoll,
    source: string,
  ): Promise<Either<UpstreamFailure, AsyncIterable<Either<UpstreamFailure, Uint8Array>>>>
}
