import { isOver, type VideoJob } from '../../domain/video/video-job.ts'
import { paced } from '../admission/paced.ts'
import type { Clock } from '../ports/clock.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import type { VideoProvider } from '../ports/video-provider.ts'
import type { MoveVideo } from './move-video.ts'

export interface PacedVideoDeps {
  readonly videoJobs: Pick<VideoJobStore, 'claimLook'>
  /** By provider id. */
  readonly providers: ReadonlyMap<string, Pick<VideoProvider, 'asksNobody'>>
  readonly moveVideo: MoveVideo
  readonly clock: Clock
}

/**
 * Moves a job of the account interface: its vendor is asked at most once in LOOK_PAUSE_MS, however often and on
 * however many instances the user asks. The public gateway asks each time, and so does a vendor that is none.
 */
export const pacedVideo = ({ videoJobs, providers, moveVideo, clock }: PacedVideoDeps): MoveVideo => {
  const moveAtMost = paced<VideoJob>({ claimLook: (id) => videoJobs.claimLook(id, clock.now()), look: moveVideo })
  const isFree = ({ upstream }: VideoJob): boolean =>
    upstream === null || providers.get(upstream.deployment.provider)?.asksNobody === true
  return (job) => (isOver(job) || isFree(job) ? moveVideo(job) : moveAtMost(job))
}
