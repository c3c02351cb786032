import { expect } from 'chai'
import { readMessageMediaEndpoint } from '../../../../../src/adapters/http/account/conversations/read-message-media.ts'
import { readMessageMedia } from '../../../../../src/application/conversations/threads/read-message-media.ts'
import {
  conversationStage,
  MOVIE,
  OTHER_USER,
  IMAGE,
  PNG,
  VIDEO,
} from '../../../../application/conversations/conversation-stage.ts'
import { testId } from '../../../../contract/billing/billing-stores.ts'
import { GOOD_TOKEN, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'

describe('GET /v1/me/conversations/{id}/messages/{id}/media/{idx}', () => {
  const stage = conversationStage()
  let app: RunningApp
  let own: string
  let foreign: string
  before(async () => {
    app = await serveForTest([readMessageMediaEndpoint(readMessageMedia(stage))])
    const fill = async (userId: string): Promise<string> => {
      const conversation = await stage.open({ userId })
      const [, { id }] = await stage.turn(conversation, { made: [IMAGE, MOVIE] })
      return `/v1/me/conversations/${conversation.id}/messages/${id}/media`
    }
    ;[own, foreign] = [await fill('user-1'), await fill(OTHER_USER)]
  })
  after(() => app.close())

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${GOOD_TOKEN}`, ...headers } })

  it('gives the file, whole or in part, to its owner only and to no shared cache', async () => {
    for (const query of ['', '?variant=full']) {
      const whole = await get(`${own}/0${query}`)
      expect([whole.status, whole.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      expect(whole.headers.get('cache-control')).to.equal('private')
      expect(Buffer.from(await whole.arrayBuffer()).equals(PNG)).to.equal(true)
    }
    const part = await get(`${own}/1`, { range: 'bytes=4-7' })
    expect([part.status, await part.text()]).to.deep.equal([206, 'a re'])
    expect(part.headers.get('content-range')).to.equal(`bytes 4-7/${VIDEO.length}`)
    const known = await get(`${own}/1`, { 'if-none-match': part.headers.get('etag') ?? '' })
    expect(known.status).to.equal(304)
  })

  it('gives the thumbnail of an image', async () => {
    const thumb = await get(`${own}/0?variant=thumb`)
    expect([thumb.status, thumb.headers.get('content-type')]).to.deep.equal([200, 'image/webp'])
  })

  it('answers 404 for what is missing or of another user, 422 for what is malformed, 401 without a session', async () => {
    const [, id = ''] = /conversations\/([^/]+)/.exec(own) ?? []
    const missing = [
      `${own}/2`,
      `${own}/1?variant=thumb`,
      `${foreign}/0`,
      `${own.replace(id, testId())}/0`,
      `${own.replace(/messages\/[^/]+/, `messages/${testId()}`)}/0`,
      `${foreign.replace(/conversations\/[^/]+/, `conversations/${id}`)}/0`,
    ]
    for (const path of missing) {
      const response = await get(path)
      expect([response.status, ((await response.json()) as { code: string }).code], path).to.deep.equal([
        404,
        'not_found',
      ])
    }
    const malformed = [
      `${own}/first`,
      `${own}/-1`,
      `${own}/1000000`,
      `${own}/0?variant=huge`,
      `${own.replace(id, 'x')}/0`,
    ]
    for (const path of malformed) expect((await get(path)).status, path).to.equal(422)
    expect((await fetch(`${app.url}${own}/0`)).status).to.equal(401)
  })
})
