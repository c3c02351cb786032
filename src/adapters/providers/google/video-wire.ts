import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoSubmission } from '../../../application/ports/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { Wire } from '../wire.ts'

/** A film of the vendor's: an address, or the bytes themselves in base64. */
export type FilmSource =
  | { readonly tag: 'address'; readonly uri: string }
  | { readonly tag: 'inline'; readonly data: string }

/** One of Google's two ways to film. Everything here is a mapping. */
export interface VideoWire {
  submission(submission: VideoSubmission): Either<UpstreamFailure, { readonly path: string; readonly body: Wire }>
  /** The vendor's name of the job, null where the answer has none. */
  jobIdIn(answer: Wire): string | null
  statePath(upstreamJobId: string): string
  /** Null where the answer is no state of a job. */
  stateIn(answer: Wire): UpstreamVideo | null
  filmIn(answer: Wire): FilmSource | null
}

/** The `source` of a film that lies in the job itself. */
export const IN_THE_JOB = 'inline'

export const finished = (film: FilmSource): UpstreamVideo => ({
  tag: 'finished',
  source: film.tag === 'address' ? film.uri : IN_THE_JOB,
  seconds: null,
  size: null,
})

/** The end of a job without a film, in the words of the vendor where it gave any. */
export const refusedFilm = (words: string | null): UpstreamVideo => ({
  tag: 'failed',
  code: 'content_policy_violation',
  message: words ?? 'The model provider refused to film this.',
})

export const failedFilm = (words: string | null): UpstreamVideo => ({
  tag: 'failed',
  code: 'generation_failed',
  message: words ?? 'The model provider could not finish the video.',
})
