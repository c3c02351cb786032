import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { inlineImageConverter } from '../../../../twins/media/inline-image-converter.ts'
import { hmacMediaSigner } from '../../../../../src/adapters/media-signing/hmac-media-signer.ts'
import { readMediaEndpoint } from '../../../../../src/adapters/http/account/media/read-media.ts'
import { sandboxPng } from '../../../../../src/adapters/providers/sandbox/media/png.ts'
import { createThumbnails } from '../../../../../src/application/media/thumbnails.ts'
import { readMedia } from '../../../../../src/application/media/read-media.ts'
import { signedMediaPath } from '../../../../../src/domain/media/signed-url.ts'
import type { MediaGrant } from '../../../../../src/domain/media/signed-url.ts'
import type { MimeType } from '../../../../../src/domain/media/asset.ts'
import { fileFormatOf } from '../../../../../src/domain/media/file-format.ts'
import { testId } from '../../../../contract/billing/billing-stores.ts'
import { serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import { memoryMediaAssets } from '../../../../twins/media/media-assets.ts'
import { memoryMediaStore } from '../../../../twins/media/memory-media-store.ts'

const NOW = 1_800_000_000
const OLD = { kid: 'old', secret: randomBytes(32) }
const NEW = { kid: 'new', secret: randomBytes(32) }

describe('GET /v1/media/{id}/{idx}', () => {
  const owner = testId()
  const png = sandboxPng('a red boat', 640, 480)
  const video = new TextEncoder().encode('not a real video, but bytes enough')
  const closed = new Set<string>()
  const assets = memoryMediaAssets(new Map(), (ownerId) => closed.has(ownerId))
  const store = memoryMediaStore(() => 0)
  const signer = hmacMediaSigner([NEW, OLD])
  let app: RunningApp

  const keep = async (idx: number, bytes: Uint8Array, mimeType: MimeType): Promise<void> => {
    const { address, sizeBytes } = await store.put(bytes, mimeType)
    const facts = { width: null, height: null, seconds: null, thumbAddress: null, hasNoThumb: false, galleryOf: null }
    await assets.add([{ ownerId: owner, idx, mimeType, sizeBytes, address, ...facts }])
  }

  before(async () => {
    await keep(0, png, 'image/png')
    await keep(1, video, 'video/mp4')
    const clock = { now: () => NOW * 1000 }
    const thumbnails = createThumbnails({ mediaAssets: assets, media: store, images: inlineImageConverter() })
    const deps = { signer, mediaAssets: assets, media: store, thumbnails, clock }
    app = await serveForTest([readMediaEndpoint(readMedia(deps))])
  })
  after(() => app.close())

  const grant = (given: Partial<MediaGrant> = {}): MediaGrant => ({
    id: owner,
    idx: 0,
    variant: 'full',
    expiresAtSeconds: NOW + 60,
    ...given,
  })
  const pathOf = (given: Partial<MediaGrant> = {}, signing = signer): string =>
    signedMediaPath(grant(given), signing.sign(grant(given)))
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${app.url}${path}`, { headers, method })

  it('gives the file to every client with the address, also one signed with the old key', async () => {
    for (const path of [pathOf(), pathOf({}, hmacMediaSigner([OLD]))]) {
      const response = await get(path)
      expect(response.status).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('image/png')
      expect(response.headers.get('cache-control')).to.equal('private')
      expect(Buffer.from(await response.arrayBuffer()).equals(png)).to.equal(true)
    }
  })

  it('lets pages of every site show the file, and none of them anything else', async () => {
    const policy = async (path: string): Promise<string | null> =>
      (await get(path)).headers.get('cross-origin-resource-policy')
    expect(await policy(pathOf())).to.equal('cross-origin')
    expect(await policy(pathOf({ variant: 'thumb' }))).to.equal('cross-origin')
    expect(await policy(`${pathOf()}0`)).to.equal('same-site')
  })

  it('makes a WebP thumbnail once, and none of a video', async () => {
    const response = await get(pathOf({ variant: 'thumb' }))
    expect(response.headers.get('content-type')).to.equal('image/webp')
    expect(fileFormatOf(new Uint8Array(await response.arrayBuffer()))).to.equal('image/webp')
    const thumbAddress = (await assets.find(owner, 0))?.thumbAddress
    expect(thumbAddress).to.be.a('string')
    expect((await get(pathOf({ variant: 'thumb' }))).headers.get('etag')).to.equal(`"${thumbAddress}"`)
    expect((await get(pathOf({ variant: 'thumb', idx: 1 }))).status).to.equal(404)
  })

  it('answers ranges with 206, and a client that has the file with 304', async () => {
    const part = await get(pathOf({ idx: 1 }), { range: 'bytes=4-7' })
    expect([part.status, await part.text()]).to.deep.equal([206, 'a re'])
    expect(part.headers.get('content-range')).to.equal(`bytes 4-7/${video.length}`)
    const beyond = await get(pathOf({ idx: 1 }), { range: 'bytes=999-' })
    expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([416, `bytes */${video.length}`])
    expect([beyond.headers.get('content-type'), await beyond.text()]).to.deep.equal([null, ''])
    const etag = part.headers.get('etag') ?? ''
    const known = await get(pathOf({ idx: 1 }), { 'if-none-match': `W/"x", ${etag}` })
    expect([known.status, await known.text()]).to.deep.equal([304, ''])
    const changed = await get(pathOf({ idx: 1 }), { range: 'bytes=4-7', 'if-range': '"another"' })
    expect([changed.status, (await changed.text()).length]).to.deep.equal([200, video.length])
  })

  it('describes the whole file under HEAD, whatever range is asked for', async () => {
    for (const range of ['bytes=4-7', 'bytes=999-']) {
      const { status, headers } = await get(pathOf({ idx: 1 }), { range }, 'HEAD')
      const sent = [status, headers.get('content-length'), headers.get('content-range'), headers.get('accept-ranges')]
      expect(sent, range).to.deep.equal([200, String(video.length), null, 'bytes'])
    }
  })

  it('gives nothing once the account of its owner is closed, although the address has not expired', async () => {
    closed.add(owner)
    expect((await get(pathOf())).status).to.equal(404)
    expect((await get(pathOf({ variant: 'thumb' }))).status).to.equal(404)
    closed.clear()
    expect((await get(pathOf())).status).to.equal(200)
  })

  it('answers HEAD without opening the file', async () => {
    const response = await get(pathOf({ idx: 1 }), {}, 'HEAD')
    expect([response.status, response.headers.get('content-length')]).to.deep.equal([200, String(video.length)])
  })

  it('answers 404 for everything that is not allowed, and 422 for a missing parameter', async () => {
    const good = pathOf()
    const foreign = hmacMediaSigner([{ kid: 'new', secret: randomBytes(32) }])
    const refused = [
      pathOf({ expiresAtSeconds: NOW }),
      pathOf({ idx: 7 }),
      pathOf({ id: testId() }),
      pathOf({}, foreign),
      good.replace(`${owner}/0`, `${owner}/1`),
      good.replace(`exp=${NOW + 60}`, `exp=${NOW + 61}`),
      good.replace(`exp=${NOW + 60}`, 'exp=soon'),
      good.replace('variant=full', 'variant=thumb'),
      good.replace('variant=full', 'variant=huge'),
      good.replace(owner, 'not-an-id'),
      good.replace(/sig=[^&]*/, 'sig=x'),
      good.replace(/sig=[^&]*/, 'sig=%00'),
      good.replace('variant=full', 'variant=%00'),
    ]
    for (const path of refused) {
      const response = await get(path)
      expect(response.status, path).to.equal(404)
      expect(await response.json()).to.deep.equal({ detail: 'There is no such thing.', code: 'not_found' })
    }
    expect((await get(good.replace(/sig=[^&]*&/, ''))).status).to.equal(422)
    expect((await get(good.replace(/exp=[^&]*&/, ''))).status).to.equal(422)
  })
})
