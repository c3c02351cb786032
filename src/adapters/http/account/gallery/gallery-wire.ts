import * as t from 'io-ts'
import type { GalleryView } from '../../../../application/conversations/gallery/list-gallery.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { mediaFields, writeMediaFields } from '../media/media-wire.ts'

export const gallerySource = t.keyof({ generated: null, sent: null }, 'generated or sent')

const galleryItemBody = t.type(
  {
    message_id: t.string,
    conversation_id: t.string,
    source: gallerySource,
    ...mediaFields,
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
  ...writeMediaFields(media, baseUrl),
  prompt: item.prompt,
  created_at: unixSeconds(item.createdAtMs),
})
