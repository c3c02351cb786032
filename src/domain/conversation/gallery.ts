import type { StoredAsset } from '../media/stored-asset.ts'

/** A picture or a video of a conversation: made for its user, or sent by them. */
export interface GalleryItem {
  readonly asset: StoredAsset
  readonly conversationId: string
  readonly source: GallerySource
  /** What was asked for, or said with it. */
  readonly prompt: string
  readonly createdAtMs: number
  /** Its place in the gallery; a later item has a higher one, which never changes. */
  readonly position: bigint
}

export type GallerySource = 'generated' | 'sent'

export type GalleryKind = 'image' | 'video'
