import type { StoredAsset } from '../media/stored-asset.ts'

/** A picture or a film that was made for a user in a conversation. */
export interface GalleryItem {
  readonly asset: StoredAsset
  readonly conversationId: string
  /** What was asked for. */
  readonly prompt: string
  readonly createdAtMs: number
  /** Its place in the gallery; a later item has a higher one, which never changes. */
  readonly position: bigint
}

export type GalleryKind = 'image' | 'video'
