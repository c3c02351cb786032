import type { GalleryItem, GalleryKind, GallerySource } from '../../../domain/conversation/gallery.ts'

export interface GalleryQuery {
  readonly userId: string
  /** Null: both kinds. */
  readonly kind: GalleryKind | null
  /** Null: both sources. */
  readonly source: GallerySource | null
  /** Only items before this position; null: from the newest. */
  readonly before: bigint | null
  readonly limit: number
}

/** The images and videos of a user's conversations, newest first. New items change no page further down. */
export interface GalleryLog {
  page(query: GalleryQuery): Promise<readonly GalleryItem[]>
}
