import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { MoveVideo } from '../gateway/move-video.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import { signMedia, type SignMediaDeps } from './message-view.ts'
import type { VideoGeneration } from './video-generation.ts'

export interface ReadVideoGenerationDeps extends SignMediaDeps {
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly mediaAssets: Pick<MediaAssetStore, 'listOf'>
  readonly moveVideo: MoveVideo
}

export interface ReadVideoGenerationInput {
  readonly userId: string
  readonly id: string
}

export type ReadVideoGeneration = (
  input: ReadVideoGenerationInput,
) => Promise<Either<{ readonly tag: 'not_found' }, VideoGeneration>>

/**
 * Answers a film of the caller as it stands now. One that no vendor has taken yet is known to nobody, and films of
 * the public gateway are not known here.
 */
export const readVideoGeneration =
  (deps: ReadVideoGenerationDeps): ReadVideoGeneration =>
  async ({ userId, id }) => {
    const found = await deps.videoJobs.find(id)
    if (found === null || found.userId !== userId || found.message === null || found.state.tag === 'submitting') {
      return left({ tag: 'not_found' })
    }
    const job = await deps.moveVideo(found)
    const assets = job.state.tag === 'completed' ? await deps.mediaAssets.listOf(id) : []
    return right({ job, message: found.message, media: assets.map(signMedia(deps)) })
  }
