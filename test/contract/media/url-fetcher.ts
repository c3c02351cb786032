import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { UrlFetcher, UrlFetchLimits } from '../../../src/application/ports/media/url-fetcher.ts'
import { TINY_GIF, TINY_PNG } from '../../support/media/tiny-images.ts'
import { TINY_PDF } from '../../support/media/tiny-pdf.ts'

/** What stands on the served web: the path and the bytes behind it. */
export const SERVED: ReadonlyMap<string, Uint8Array> = new Map([
  ['/tiny.png', TINY_PNG],
  ['/lies.png', TINY_GIF],
  ['/page.png', Buffer.from('<html>')],
  ['/paper', TINY_PDF],
  ['/empty.png', new Uint8Array()],
  ['/movie.mp4', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1')],
])

export interface UrlFetcherUnderTest {
  readonly fetcher: UrlFetcher
  /** The address of a served path. Any other path is 404. */
  readonly addressOf: (path: string) => string
}

/** What every fetcher does, whatever it fetches from. */
export const urlFetcherContract = (subject: () => UrlFetcherUnderTest): void => {
  const IMAGE: UrlFetchLimits = { maxBytes: 1000, accept: 'image' }
  const tagOf = async (url: string, limits = IMAGE): Promise<string> => {
    const result = await subject().fetcher.fetch(url, limits)
    return isLeft(result) ? result.left.tag : result.right.mimeType
  }
  const served = (path: string, limits = IMAGE): Promise<string> => tagOf(subject().addressOf(path), limits)

  it('brings the bytes', async () => {
    const result = await subject().fetcher.fetch(subject().addressOf('/tiny.png'), IMAGE)
    expect(isRight(result) && Buffer.from(result.right.bytes).equals(TINY_PNG)).to.equal(true)
  })

  it('names the type by the bytes', async () => {
    expect(await served('/tiny.png')).to.equal('image/png')
    expect(await served('/lies.png')).to.equal('image/gif')
    expect(await served('/movie.mp4', { maxBytes: 1000, accept: 'any' })).to.equal('video/mp4')
    expect(await served('/paper', { maxBytes: 1000, accept: 'pdf' })).to.equal('application/pdf')
  })

  it('refuses what was not asked for', async () => {
    expect(await served('/page.png')).to.equal('invalid_image')
    expect(await served('/empty.png')).to.equal('invalid_image')
    expect(await served('/movie.mp4')).to.equal('invalid_image')
    expect(await served('/tiny.png', { maxBytes: 1000, accept: 'video' })).to.equal('url_not_fetchable')
    expect(await served('/page.png', { maxBytes: 1000, accept: 'any' })).to.equal('url_not_fetchable')
    expect(await served('/page.png', { maxBytes: 1000, accept: 'pdf' })).to.equal('url_not_fetchable')
    expect(await served('/paper')).to.equal('invalid_image')
    expect(await served('/paper', { maxBytes: 1000, accept: 'any' })).to.equal('url_not_fetchable')
  })

  it('takes exactly as many bytes as allowed and not one more', async () => {
    expect(await served('/tiny.png', { maxBytes: TINY_PNG.length, accept: 'image' })).to.equal('image/png')
    expect(await served('/tiny.png', { maxBytes: TINY_PNG.length - 1, accept: 'image' })).to.equal('payload_too_large')
  })

  it('cannot fetch what is not there', async () => {
    expect(await served('/nothing')).to.equal('url_not_fetchable')
  })

  it('refuses addresses that lead inside', async () => {
    for (const url of ['http://10.0.0.1/', 'http://localhost/', 'ftp://example.com/', 'http://u:p@example.com/', 'x']) {
      expect(await tagOf(url), url).to.equal('unsafe_url')
    }
  })
}
