import type { MediaReferences } from '../../../src/application/ports/media/media-references.ts'
import type { Message } from '../../../src/domain/conversation/message.ts'
import { assetKindOf } from '../../../src/domain/media/asset.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import type { VideoJob } from '../../../src/domain/video/video-job.ts'

interface Referring {
  readonly assets: Map<string, StoredAsset>
  readonly jobs: ReadonlyMap<string, VideoJob>
  readonly messages: ReadonlyMap<string, Message>
  /** The addresses of recorded answers. */
  readonly answers: ReadonlySet<string>
}

/** Reads what the twins of the other stores hold. */
export const memoryMediaReferences = ({ assets, jobs, messages, answers }: Referring): MediaReferences => {
  const ofExpiredVideo = ({ ownerId }: StoredAsset, atMs: number): boolean => {
    const state = messages.has(ownerId) ? undefined : jobs.get(ownerId)?.state
    return state?.tag === 'completed' && state.expiresAtMs <= atMs
  }
  return {
    async referredTo(addresses, atMs) {
      const referred = new Set<string | null>(answers)
      for (const asset of assets.values()) {
        referred.add(asset.thumbAddress)
        if (!ofExpiredVideo(asset, atMs)) referred.add(asset.address)
      }
      return new Set(addresses.filter((address) => referred.has(address)))
    },
    async removeExpiredVideos(atMs, limit) {
      const videos = [...assets].filter(
        ([, asset]) => assetKindOf(asset.mimeType) === 'video' && ofExpiredVideo(asset, atMs),
      )
      const expired = videos.slice(0, limit)
      for (const [place] of expired) assets.delete(place)
      return expired.length
    },
  }
}
