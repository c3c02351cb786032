import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Clock } from '../../ports/process/clock.ts'
import type { MediaAssetStore } from '../../ports/media/media-asset-store.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import { storedFile } from '../../media/stored-file.ts'
import type { StoredFile } from '../../media/stored-file.ts'
import { findOwnVideo, VIDEO_NOT_FOUND } from './read-video.ts'
import type { VideoNotFound } from './read-video.ts'

interface DownloadVideoDeps {
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly mediaAssets: Pick<MediaAssetStore, 'find'>
  readonly media: Pick<MediaStore, 'sizeOf' | 'get'>
  readonly clock: Clock
}

export type DownloadVideoFailure = VideoNotFound | { readonly tag: 'video_not_ready' }

/** The file of a finished video, as often as wanted until it expires. Never moves a job. */
export const downloadVideo =
  (deps: DownloadVideoDeps) =>
  async (userId: string, videoId: string): Promise<Either<DownloadVideoFailure, StoredFile>> => {
    const found = await findOwnVideo(deps.videoJobs, userId, videoId)
    if (isLeft(found)) return found
    const { id, state } = found.right
    if (state.tag !== 'completed') return left({ tag: 'video_not_ready' })
    const asset = deps.clock.now() < state.expiresAtMs ? await deps.mediaAssets.find(id, 0) : null
    const file = asset === null ? null : await storedFile(deps.media, asset.address, asset.mimeType)
    return file === null ? VIDEO_NOT_FOUND : right(file)
  }
