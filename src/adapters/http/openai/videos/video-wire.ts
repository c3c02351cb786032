import * as t from 'io-ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import { defaultSize } from '../../../../domain/video/size.ts'
import { videoIdOf } from '../../../../domain/video/video-id.ts'
import { progressOf } from '../../../../domain/video/video-job.ts'
import type { VideoJob, VideoProgress, VideoState } from '../../../../domain/video/video-job.ts'
import { fitting, orNull, unixTime } from '../../codecs/codecs.ts'

/** Coarse, as the specification has it. */
export const videoProgress: t.Type<VideoProgress, number, unknown> = fitting(
  '0, 50 or 100',
  (input): input is VideoProgress => input === 0 || input === 50 || input === 100,
  { type: 'integer', enum: [0, 50, 100] },
)

export const videoObject = t.type(
  {
    id: t.string,
    object: t.literal('video'),
    model: t.string,
    status: t.keyof({ queued: null, in_progress: null, completed: null, failed: null }),
    progress: videoProgress,
    created_at: unixTime,
    completed_at: orNull(unixTime),
    expires_at: orNull(unixTime),
    seconds: t.string,
    size: t.string,
    prompt: t.string,
    remixed_from_video_id: t.null,
    error: orNull(t.type({ code: t.string, message: t.string })),
  },
  'VideoObject',
)

const statusOf = (state: VideoState): t.TypeOf<typeof videoObject>['status'] =>
  state.tag === 'submitting' ? 'queued' : state.tag

export const writeVideo = ({ state, ...job }: VideoJob): t.TypeOf<typeof videoObject> => {
  const done = state.tag === 'completed' ? state : null
  return {
    id: videoIdOf(job.id),
    object: 'video',
    model: job.model,
    status: statusOf(state),
    progress: progressOf(state),
    created_at: unixSeconds(job.createdAtMs),
    completed_at: done === null ? null : unixSeconds(done.completedAtMs),
    expires_at: done === null ? null : unixSeconds(done.expiresAtMs),
    seconds: String(done?.seconds ?? job.seconds),
    size: job.size ?? defaultSize(job.resolution),
    prompt: job.prompt,
    remixed_from_video_id: null,
    error: state.tag === 'failed' ? state.error : null,
  }
}
