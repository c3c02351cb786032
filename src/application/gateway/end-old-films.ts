import { isOver, JOB_LIFE_MS } from '../../domain/video/video-job.ts'
import type { Clock } from '../ports/clock.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import type { MoveVideo } from './move-video.ts'

export interface EndOldFilmsDeps {
  readonly videoJobs: Pick<VideoJobStore, 'claimWaiting'>
  readonly moveVideo: MoveVideo
  readonly clock: Clock
}

/**
 * Asks once more about films of messages whose life is over and about whom nobody asked, before they are given up.
 * Answers how many ended. Any number of instances at once: each film is one's alone. One that breaks does not keep
 * the others waiting; it is thrown at the end, and taken up again later. Stops between two when told to.
 */
export const endOldFilms =
  ({ videoJobs, moveVideo, clock }: EndOldFilmsDeps) =>
  async (signal?: AbortSignal): Promise<number> => {
    const broken: unknown[] = []
    let ended = 0
    while (signal?.aborted !== true) {
      const job = await videoJobs.claimWaiting(clock.now() - JOB_LIFE_MS, clock.now())
      if (job === null) break
      try {
        if (isOver(await moveVideo(job))) ended += 1
      } catch (error) {
        broken.push(error)
      }
    }
    if (broken.length > 0) throw new AggregateError(broken, `${broken.length} films could not be ended`)
    return ended
  }
