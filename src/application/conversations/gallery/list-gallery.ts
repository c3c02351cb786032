import type { GalleryItem } from '../../../domain/conversation/gallery.ts'
import type { GalleryLog, GalleryQuery } from '../../ports/conversations/gallery-log.ts'
import { signMedia } from '../../media/message-view.ts'
import type { MediaView, SignMediaDeps } from '../../media/message-view.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

interface ListGalleryDeps extends SignMediaDeps {
  readonly gallery: GalleryLog
}

/** An item with the signed paths of its file. */
export interface GalleryView {
  readonly item: GalleryItem
  readonly media: MediaView
}

export type ListGallery = (query: GalleryQuery) => Promise<Page<GalleryView, bigint>>

/** The images and videos of a user's conversations, archived ones too, newest first. */
export const listGallery =
  (deps: ListGalleryDeps): ListGallery =>
  async (query) => {
    const { rows, next } = await readPage({
      limit: query.limit,
      read: (limit) => deps.gallery.page({ ...query, limit }),
      placeOf: ({ position }) => position,
    })
    return { rows: rows.map((item) => ({ item, media: signMedia(deps)(item.asset) })), next }
  }
