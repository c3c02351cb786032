import { isOver } from '../../../domain/video/video-job.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import { throttledPoll } from '../../throttled-poll.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import type { VideoProvider } from '../../ports/providers/video-provider.ts'
import type { RefreshVideo } from './refresh-video.ts'

interface ThrottledVideoRefreshDeps {
  readonly videoJobs: Pick<VideoJobStore, 'claimPoll'>
  /** By provider id. */
  readonly providers: ReadonlyMap<string, Pick<VideoProvider, 'isLocal'>>
  readonly refreshVideo: RefreshVideo
  readonly clock: Clock
}

/**
 * Moves a job of the account interface: its provider is polled at most once in POLL_INTERVAL_MS, however often and on
 * however many instances the user asks. The public gateway polls at every request, and so does the sandbox, which is no
 * remote provider.
 */
export const throttledVideoRefresh = ({
  videoJobs,
  providers,
  refreshVideo,
  clock,
}: ThrottledVideoRefreshDeps): RefreshVideo => {
  const refreshAtMost = throttledPoll<VideoJob>({
    claimPoll: (id) => videoJobs.claimPoll(id, clock.now()),
    poll: refreshVideo,
  })
  const isFree = ({ upstream }: VideoJob): boolean =>
    upstream === null || providers.get(upstream.deployment.provider)?.isLocal === true
  return (job) => (isOver(job) || isFree(job) ? refreshVideo(job) : refreshAtMost(job))
}
