import type { GalleryItem } from '../../../domain/conversation/gallery.ts'
import type { GalleryLog, GalleryQuery } from '../../ports/conversations/gallery-log.ts'
import { signMedia } from '../../media/message-view.ts'
import type { MediaView, SignMediaDeps } from '../../media/message-view.ts'
import { readPage } from '../../read-page.ts'

interface ListGalleryDeps extends SignMediaDeps {
  readonly gallery: GalleryLog
}

/** An item with the signed paths of its file. */
export interface GalleryView {
  readonly item: GalleryItem
  readonly media: MediaView
}

export interface GalleryPage {
  readonly items: readonly GalleryView[]
  /** What `before` must be to read on; null at the end. */
  readonly nextBefore: bigint | null
}

export type ListGallery = (query: GalleryQuery) => Promise<GalleryPage>

/** The images and videos of a user's conversations, archived ones too, newest first. */
export const listGallery =
  (deps: ListGalleryDeps): ListGallery =>
  async (query) => {
    const { rows, lastOfMore } = await readPage(query.limit, (limit) => deps.gallery.page({ ...query, limit }))
    return {
      items: rows.map((item) => ({ item, media: signMedia(deps)(item.asset) })),
      nextBefore: lastOfMore?.position ?? null,
    }
  }
