import type { VideoJob, VideoMessage } from '../../domain/video/video-job.ts'
import type { MediaView } from './message-view.ts'

/** A film that was ordered for tokens, as its owner sees it. */
export interface VideoGeneration {
  readonly job: VideoJob
  readonly message: VideoMessage
  /** The film, once it is finished. */
  readonly media: readonly MediaView[]
}
