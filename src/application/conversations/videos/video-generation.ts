import type { VideoJob, VideoMessage } from '../../../domain/video/video-job.ts'
import type { MediaView } from '../../media/message-view.ts'

/** A video that was ordered for tokens, as its owner sees it. */
export interface VideoGeneration {
  readonly job: VideoJob
  readonly message: VideoMessage
  /** The video, once it is finished. */
  readonly media: readonly MediaView[]
}
