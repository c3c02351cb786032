import { expect } from 'chai'
import { foundImages, imageFiles } from '../../../../src/adapters/providers/images/found-images.ts'
import type { FoundImage } from '../../../../src/adapters/providers/images/found-images.ts'
import type { UrlFetcher } from '../../../../src/application/ports/media/url-fetcher.ts'
import { TINY_GIF, TINY_PNG } from '../../../support/media/tiny-images.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'

const WHERE = 'https://cdn.example.com/a.png'
const AT_ADDRESS: FoundImage = { source: { tag: 'url', url: WHERE }, revisedPrompt: null }

const countingFetcher = (asked: string[]): UrlFetcher => {
  const { fetch } = memoryUrlFetcher(new Map([[WHERE, TINY_GIF]]))
  return {
    fetch: (url, limits) => {
      asked.push(url)
      return fetch(url, limits)
    },
  }
}

describe('the images that a provider found', () => {
  it('are none where one of them is missing, whatever stands in its place', () => {
    const image = { b64_json: Buffer.from(TINY_PNG).toString('base64') }
    expect(foundImages([image, image], 2, null))
      .to.have.property('right')
      .with.lengthOf(2)
    for (const data of [[image, {}], [image, null], [], undefined]) {
      expect(foundImages(data, 2, 'req_1')).to.deep.include({ _tag: 'Left' })
    }
  })

  it('are read as many as were ordered, however many the provider names and whatever is in the others', () => {
    const image = { b64_json: Buffer.from(TINY_PNG).toString('base64') }
    const unread = Array.from({ length: 1_000 }, () => ({ b64_json: '!' }))
    expect(foundImages([image, image, ...unread], 2, null))
      .to.have.property('right')
      .with.lengthOf(2)
    expect(foundImages([image, ...unread], 2, null)).to.have.property('_tag', 'Left')
  })

  it('are fetched from their addresses', async () => {
    const asked: string[] = []
    const files = await imageFiles(countingFetcher(asked), [AT_ADDRESS, AT_ADDRESS], {}, null)
    expect(asked).to.deep.equal([WHERE, WHERE])
    expect(files).to.have.property('right').with.lengthOf(2)
  })

  it('keep their bytes where the provider sent them', async () => {
    const asked: string[] = []
    const sent: FoundImage = { source: { tag: 'bytes', bytes: TINY_PNG }, revisedPrompt: 'a cat' }
    expect(await imageFiles(countingFetcher(asked), [sent], {}, null)).to.deep.equal({
      _tag: 'Right',
      right: [{ bytes: TINY_PNG, revisedPrompt: 'a cat' }],
    })
    expect(asked).to.deep.equal([])
  })
})
