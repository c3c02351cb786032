import * as t from 'io-ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import { videoIdOf } from '../../../../domain/video/video-id.ts'
import { progressOf } from '../../../../domain/video/video-job.ts'
import type { VideoJob, VideoState } from '../../../../domain/video/video-job.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { videoProgress } from './video-wire.ts'

const base = t.type({
  id: t.string,
  job_id: t.string,
  object: t.literal('video.generation'),
  status: t.keyof({ processing: null, completed: null, failed: null }),
  model: t.string,
  created_at: unixTime,
})

export const legacyVideoJob = t.intersection(
  [
    base,
    t.type({
      progress: videoProgress,
      error: t.union([t.type({ code: t.string, message: t.string }), t.null]),
      download_url: t.union([t.string, t.null]),
    }),
  ],
  'VideoGeneration',
)

/** A new job says no more than that it is there. */
export const newLegacyVideoJob = base

const STATUS: Readonly<Record<VideoState['tag'], t.TypeOf<typeof base>['status']>> = {
  submitting: 'processing',
  queued: 'processing',
  in_progress: 'processing',
  completed: 'completed',
  failed: 'failed',
}

export const writeNewLegacyVideo = (job: VideoJob): t.TypeOf<typeof base> => ({
  id: videoIdOf(job.id),
  job_id: job.id,
  object: 'video.generation',
  status: STATUS[job.state.tag],
  model: job.model,
  created_at: unixSeconds(job.createdAtMs),
})

export const writeLegacyVideo = (job: VideoJob, baseUrl: string): t.TypeOf<typeof legacyVideoJob> => ({
  ...writeNewLegacyVideo(job),
  progress: progressOf(job.state),
  error: job.state.tag === 'failed' ? job.state.error : null,
  download_url: job.state.tag === 'completed' ? `${baseUrl}/v1/video/generations/${job.id}/download` : null,
})
