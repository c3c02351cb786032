import type { GalleryItem, GalleryKind } from '../../domain/conversation/gallery.ts'

export interface GalleryQuery {
  readonly userId: string
  /** Null: both kinds. */
  readonly kind: GalleryKind | null
  /** Only items before this position; null: from the newest. */
  readonly before: bigint | null
  readonly limit: number
}

/** What was made for a user in conversations, newest first. What arrives later changes no page further down. */
export interface GalleryLog {
  page(query: GalleryQuery): Promise<readonly GalleryItem[]>
}
