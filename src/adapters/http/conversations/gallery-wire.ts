import * as t from 'io-ts'
import type { GalleryView } from '../../../application/conversations/list-gallery.ts'
import { unixSeconds } from '../../../application/ports/clock.ts'
import { unixTime } from '../codecs.ts'
import { mediaFacts, writeMediaFacts } from './media-wire.ts'

export const gallerySource = t.keyof({ generated: null, sent: null }, 'generated or sent')

export const galleryItemBody = t.type(
  {
    message_id: t.string,
    conversation_id: t.string,
    source: gallerySource,
    ...mediaFacts,
    prompt: t.string,
    created_at: unixTime,
  },
  'GalleryItem',
)

export const galleryPageBody = t.type(
  { data: t.array(galleryItemBody), next_cursor: t.union([t.string, t.null]) },
  'GalleryPage',
)

export const writeGalleryItem = ({ item, media }: GalleryView, baseUrl: string): t.TypeOf<typeof galleryItemBody> => ({
  message_id: item.asset.ownerId,
  conversation_id: item.conversationId,
  source: item.source,
  ...writeMediaFacts(media, baseUrl),
  prompt: item.prompt,
  created_at: unixSeconds(item.createdAtMs),
})
