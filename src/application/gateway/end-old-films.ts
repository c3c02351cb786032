import { isOver, JOB_LIFE_MS } from '../../domain/video/video-job.ts'
import type { Clock } from '../ports/clock.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import type { MoveVideo } from './move-video.ts'

const AT_ONCE = 20

export interface EndOldFilmsDeps {
  readonly videoJobs: Pick<VideoJobStore, 'waitingSince'>
  readonly moveVideo: MoveVideo
  readonly clock: Clock
}

/**
 * Asks once more about films of messages whose life is over and about whom nobody asked, before they are given up.
 * Answers how many ended. Any number of instances at once: a job comes to its end once. One that breaks does not
 * keep the others waiting and is thrown at the end. Stops early when told to.
 */
export const endOldFilms =
  ({ videoJobs, moveVideo, clock }: EndOldFilmsDeps) =>
  async (signal?: AbortSignal): Promise<number> => {
    const broken: unknown[] = []
    let ended = 0
    for (const job of await videoJobs.waitingSince(clock.now() - JOB_LIFE_MS, AT_ONCE)) {
      if (signal?.aborted === true) break
      try {
        if (isOver(await moveVideo(job))) ended += 1
      } catch (error) {
        broken.push(error)
      }
    }
    if (broken.length > 0) throw new AggregateError(broken, `${broken.length} films could not be ended`)
    return ended
  }
