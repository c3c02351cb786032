import type { GalleryLog } from '../../../src/application/ports/conversations/gallery-log.ts'
import type { GalleryItem } from '../../../src/domain/conversation/gallery.ts'
import type { Message } from '../../../src/domain/conversation/message.ts'
import { assetKindOf } from '../../../src/domain/media/asset.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'

/** Reads what the twins of assets and messages hold; the place of an asset in its map is its position. */
export const memoryGallery = (
  assets: ReadonlyMap<string, StoredAsset>,
  messages: ReadonlyMap<string, Message>,
): GalleryLog => ({
  async page({ userId, kind, source, before, limit }) {
    const items = [...assets.values()].flatMap((asset, place): readonly GalleryItem[] => {
      const message = messages.get(asset.ownerId)
      const question = message?.role === 'assistant' ? messages.get(message.replyTo) : undefined
      if (asset.galleryOf !== userId || message === undefined) return []
      const itemSource = asset.sent === true ? 'sent' : 'generated'
      if (source !== null && itemSource !== source) return []
      if (kind !== null && assetKindOf(asset.mimeType) !== kind) return []
      const { conversationId, createdAtMs } = message
      const prompt = (question ?? message).content
      return [{ asset, conversationId, source: itemSource, prompt, createdAtMs, position: BigInt(place + 1) }]
    })
    return items
      .filter(({ position }) => before === null || position < before)
      .toReversed()
      .slice(0, limit)
  },
})
