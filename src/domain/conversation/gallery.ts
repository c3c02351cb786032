import type { StoredAsset } from '../media/stored-asset.ts'

/** An image or a video of a conversation: generated for its user, or sent by the user. */
export interface GalleryItem {
  readonly asset: StoredAsset
  readonly conversationId: string
  readonly source: GallerySource
  /** The request for it, or the text sent with it. */
  readonly prompt: string
  readonly createdAtMs: number
  /** Its place in the gallery. A later item has a higher one, and the place never changes. */
  readonly position: bigint
}

export type GallerySource = 'generated' | 'sent'

export type GalleryKind = 'image' | 'video'
