import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { RefreshVideo } from '../../gateway/videos/refresh-video.ts'
import type { MediaAssetStore } from '../../ports/media/media-asset-store.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import { signMedia } from '../../media/message-view.ts'
import type { SignMediaDeps } from '../../media/message-view.ts'
import type { VideoGeneration } from './video-generation.ts'

interface ReadVideoGenerationDeps extends SignMediaDeps {
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly mediaAssets: Pick<MediaAssetStore, 'listOf'>
  readonly refreshVideo: RefreshVideo
}

interface ReadVideoGenerationInput {
  readonly userId: string
  readonly id: string
}

export type ReadVideoGeneration = (
  input: ReadVideoGenerationInput,
) => Promise<Either<{ readonly tag: 'not_found' }, VideoGeneration>>

/**
 * Answers a video of the caller as it stands now. A video that no provider has accepted yet is not found, and neither
 * is a video of the public gateway.
 */
export const readVideoGeneration =
  (deps: ReadVideoGenerationDeps): ReadVideoGeneration =>
  async ({ userId, id }) => {
    const found = await deps.videoJobs.find(id)
    if (found === null || found.userId !== userId || found.message === null || found.state.tag === 'submitting') {
      return left({ tag: 'not_found' })
    }
    const job = await deps.refreshVideo(found)
    const assets = job.state.tag === 'completed' ? await deps.mediaAssets.listOf(id) : []
    return right({ job, message: found.message, media: assets.map(signMedia(deps)) })
  }
