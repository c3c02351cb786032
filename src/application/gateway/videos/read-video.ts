import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { parseVideoId } from '../../../domain/video/video-id.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import type { RefreshVideo } from './refresh-video.ts'

interface ReadVideoDeps {
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly refreshVideo: RefreshVideo
}

/** Unknown, foreign and misspelt ids look the same, and so do those of messages. */
export interface VideoNotFound {
  readonly tag: 'video_not_found'
}

export const VIDEO_NOT_FOUND = left<VideoNotFound>({ tag: 'video_not_found' })

/** A job of this user that the public gateway knows, by either form of its id. */
export const findOwnVideo = async (
  videoJobs: Pick<VideoJobStore, 'find'>,
  userId: string,
  videoId: string,
): Promise<Either<VideoNotFound, VideoJob>> => {
  const id = parseVideoId(videoId)
  const job = id === null ? null : await videoJobs.find(id)
  return job === null || job.userId !== userId || job.message !== null ? VIDEO_NOT_FOUND : right(job)
}

/** Answers a job as it stands now. No other endpoint of the public gateway polls the provider. */
export const readVideo =
  ({ videoJobs, refreshVideo }: ReadVideoDeps) =>
  async (userId: string, videoId: string): Promise<Either<VideoNotFound, VideoJob>> => {
    const job = await findOwnVideo(videoJobs, userId, videoId)
    return isLeft(job) ? job : right(await refreshVideo(job.right))
  }
