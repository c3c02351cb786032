import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { VideoJobStore, VideoPageQuery } from '../../ports/providers/video-job-store.ts'
import { findOwnVideo } from './read-video.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

interface ListVideosInput extends Pick<VideoPageQuery, 'order'> {
  readonly userId: string
  /** The id of the last video of the page before, in either form. */
  readonly after: string | null
  /** At least 1. */
  readonly limit: number
}

export type ListVideos = (
  input: ListVideosInput,
) => Promise<Either<{ readonly tag: 'invalid_cursor' }, Page<VideoJob, string>>>

/** The user's videos, as they were last seen: listing asks no provider and moves nothing. */
export const listVideos =
  ({ videoJobs }: { readonly videoJobs: Pick<VideoJobStore, 'find' | 'page'> }): ListVideos =>
  async ({ userId, order, after, limit }) => {
    const last = after === null ? null : await findOwnVideo(videoJobs, userId, after)
    if (last !== null && isLeft(last)) return left({ tag: 'invalid_cursor' })
    const query = { userId, order, after: last?.right.id ?? null }
    const page = await readPage({
      limit,
      read: (most) => videoJobs.page({ ...query, limit: most }),
      placeOf: ({ id }) => id,
    })
    return right(page)
  }
