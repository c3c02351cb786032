import { isOver, JOB_LIFE_MS } from '../../../domain/video/video-job.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import type { RefreshVideo } from './refresh-video.ts'

interface FinishStaleVideosDeps {
  readonly videoJobs: Pick<VideoJobStore, 'claimStale'>
  readonly refreshVideo: RefreshVideo
  readonly clock: Clock
}

/**
 * Polls once more the videos of messages whose life is over and that no client polled, before they are given up.
 * Returns how many ended. Any number of instances may run it at once: each video belongs to one of them. An exception
 * about one video does not stop the others; it is thrown at the end, and a later run takes that video again. The signal
 * stops the run between two videos.
 */
export const finishStaleVideos =
  ({ videoJobs, refreshVideo, clock }: FinishStaleVideosDeps) =>
  async (signal?: AbortSignal): Promise<number> => {
    const broken: unknown[] = []
    let ended = 0
    while (signal?.aborted !== true) {
      const job = await videoJobs.claimStale(clock.now() - JOB_LIFE_MS, clock.now())
      if (job === null) break
      try {
        if (isOver(await refreshVideo(job))) ended += 1
      } catch (error) {
        broken.push(error)
      }
    }
    if (broken.length > 0) throw new AggregateError(broken, `${broken.length} videos could not be ended`)
    return ended
  }
