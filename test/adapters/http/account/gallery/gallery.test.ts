import { expect } from 'chai'
import { listGalleryEndpoint } from '../../../../../src/adapters/http/account/gallery/list-gallery.ts'
import { readMediaEndpoint } from '../../../../../src/adapters/http/account/media/read-media.ts'
import { positionCursor } from '../../../../../src/adapters/http/codecs/position-cursor.ts'
import { listGallery } from '../../../../../src/application/conversations/gallery/list-gallery.ts'
import { readMedia } from '../../../../../src/application/media/read-media.ts'
import {
  conversationStage,
  MOVIE,
  NOW_MS,
  IMAGE,
  VIDEO,
} from '../../../../application/conversations/conversation-stage.ts'
import type { ConversationStage } from '../../../../application/conversations/conversation-stage.ts'
import { GOOD_TOKEN, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly next_cursor: string | null
}

describe('GET /v1/me/gallery', () => {
  let stage: ConversationStage
  let app: RunningApp
  beforeEach(async () => {
    stage = conversationStage()
    app = await serveForTest([listGalleryEndpoint(listGallery(stage)), readMediaEndpoint(readMedia(stage))])
  })
  afterEach(() => app.close())

  const get = async (query = '') => {
    const headers = { authorization: `Bearer ${GOOD_TOKEN}` }
    const response = await fetch(`${app.url}/v1/me/gallery${query}`, { headers })
    return { status: response.status, body: (await response.json()) as Page & { readonly code?: string } }
  }

  it('shows generated files, with addresses of the file and its thumbnail', async () => {
    const conversation = await stage.open()
    const [, video] = await stage.turn(conversation, { prompt: 'a boat that moves', made: [MOVIE] })
    stage.clock.turn(2000)
    const [, image] = await stage.turn(conversation, { prompt: 'a boat', sent: [IMAGE], made: [IMAGE] })
    const { status, body } = await get()
    expect([status, body.next_cursor]).to.deep.equal([200, null])
    const [{ url, thumbnail_url: thumb, ...listed } = {}, { url: videoUrl, ...movie } = {}, ...more] = body.data
    expect(more).to.deep.equal([])
    const shared = { conversation_id: conversation.id, idx: 0, source: 'generated', width: 640, height: 480 }
    expect(listed).to.deep.equal({
      ...shared,
      message_id: image.id,
      kind: 'image',
      mime_type: 'image/png',
      prompt: 'a boat',
      created_at: NOW_MS / 1000 + 2,
    })
    expect(movie).to.deep.equal({
      ...shared,
      message_id: video.id,
      kind: 'video',
      mime_type: 'video/mp4',
      thumbnail_url: null,
      prompt: 'a boat that moves',
      created_at: NOW_MS / 1000,
    })
    const types = await Promise.all(
      [url, thumb, videoUrl].map(async (each) => (await fetch(String(each))).headers.get('content-type')),
    )
    expect(types).to.deep.equal(['image/png', 'image/webp', 'video/mp4'])
    expect(await (await fetch(String(videoUrl))).text()).to.equal(new TextDecoder().decode(VIDEO))
  })

  it('pages by an opaque cursor, of one kind where the query names one, while new items arrive', async () => {
    const conversation = await stage.open()
    for (const prompt of ['1', '2', '3']) await stage.turn(conversation, { prompt, made: [IMAGE, MOVIE] })
    const first = (await get('?kind=image&limit=2')).body
    await stage.turn(conversation, { prompt: '4', made: [IMAGE] })
    const second = (await get(`?kind=image&limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ prompt }) => prompt)).to.deep.equal(['3', '2', '1'])
    expect(second.next_cursor).to.equal(null)
    expect((await get()).body.data).to.have.lengthOf(7)
  })

  it('gives 24 at a time by default, and 60 at most', async () => {
    await stage.turn(await stage.open(), { made: Array.from({ length: 61 }, () => IMAGE) })
    expect((await get()).body.data).to.have.lengthOf(24)
    expect((await get('?limit=60')).body.data).to.have.lengthOf(60)
  })

  const REFUSALS: readonly (readonly [query: string, status: number, code: string | undefined])[] = [
    ['?cursor=', 400, 'invalid_cursor'],
    ['?cursor=nonsense', 400, 'invalid_cursor'],
    ['?cursor=%00', 400, 'invalid_cursor'],
    ['?cursor=%ED%A0%80', 400, 'invalid_cursor'],
    [`?cursor=${positionCursor('t').write(1n)}`, 400, 'invalid_cursor'],
    ['?limit=0', 422, undefined],
    ['?limit=61', 422, undefined],
    ['?kind=audio', 422, undefined],
  ]
  for (const [query, status, code] of REFUSALS) {
    it(`answers ${status} to ${query}`, async () => {
      const refused = await get(query)
      expect([refused.status, refused.body.code]).to.deep.equal([status, code])
    })
  }
})
