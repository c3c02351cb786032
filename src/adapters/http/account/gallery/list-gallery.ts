import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListGallery } from '../../../../application/conversations/gallery/list-gallery.ts'
import { json } from '../../sending/http-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { positionCursor } from '../../codecs/position-cursor.ts'
import { galleryPageBody, gallerySource, writeGalleryItem } from './gallery-wire.ts'
import { accountSurface } from '../surface.ts'

const positions = positionCursor('g')

const query = t.type({
  cursor: nullish(t.string),
  limit: pageLimit(60, 24),
  kind: nullish(t.keyof({ image: null, video: null }, 'image or video')),
  source: nullish(gallerySource),
})

export const listGalleryEndpoint = (listGallery: ListGallery): Endpoint =>
  endpoint({
    id: 'listGallery',
    method: 'GET',
    path: '/v1/me/gallery',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'List the images and videos of your conversations, made for you or sent by you, newest first',
    query,
    success: { status: 200, description: 'One page, with fresh addresses.', body: galleryPageBody },
    failures: ['invalid_cursor'],
    handle: async ({ query: { cursor, limit, kind, source }, baseUrl }, { userId }) => {
      const before = typeof cursor === 'string' ? positions.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listGallery({
        userId,
        kind: kind ?? null,
        source: source ?? null,
        before: before.right,
        limit,
      })
      const body = cursorPage(page, positions, (item) => writeGalleryItem(item, baseUrl))
      return right(json(200, body))
    },
  })
