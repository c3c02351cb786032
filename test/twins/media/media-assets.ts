import type { MediaAssetStore } from '../../../src/application/ports/media/media-asset-store.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'

/** `isClosed` answers whether the account of an owner of files is closed. */
export const memoryMediaAssets = (
  assets: Map<string, StoredAsset> = new Map(),
  isClosed: (ownerId: string) => boolean = () => false,
): MediaAssetStore => {
  const nameOf = (ownerId: string, idx: number): string => `${ownerId} ${idx}`
  return {
    async add(added) {
      for (const asset of added) {
        const name = nameOf(asset.ownerId, asset.idx)
        if (!assets.has(name)) assets.set(name, asset)
      }
    },
    find: async (ownerId, idx) => assets.get(nameOf(ownerId, idx)) ?? null,
    findOfOpenAccount: async (ownerId, idx) => (isClosed(ownerId) ? null : (assets.get(nameOf(ownerId, idx)) ?? null)),
    listOf: async (ownerId) =>
      [...assets.values()].filter((asset) => asset.ownerId === ownerId).toSorted((a, b) => a.idx - b.idx),
    listOfAll: async (ownerIds) => {
      const wanted = [...assets.values()].filter(({ ownerId }) => ownerIds.includes(ownerId))
      return Map.groupBy(
        wanted.toSorted((a, b) => a.idx - b.idx),
        ({ ownerId }) => ownerId,
      )
    },
    async removeOf(ownerIds) {
      for (const [name, { ownerId }] of assets) if (ownerIds.includes(ownerId)) assets.delete(name)
    },
    async setThumbnail(ownerId, idx, thumbAddress) {
      const asset = assets.get(nameOf(ownerId, idx))
      if (asset !== undefined) assets.set(nameOf(ownerId, idx), { ...asset, thumbAddress })
    },
    async setNoThumbnail(ownerId, idx) {
      const asset = assets.get(nameOf(ownerId, idx))
      if (asset !== undefined) assets.set(nameOf(ownerId, idx), { ...asset, hasNoThumb: true })
    },
  }
}
