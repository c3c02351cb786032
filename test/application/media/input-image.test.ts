import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { loadInputImage } from '../../../src/application/media/input-image.ts'
import { memoryUrlFetcher } from '../../twins/media/memory-url-fetcher.ts'

describe('an image a caller gave', () => {
  const png = sandboxPng('x', 8, 8)
  const load = loadInputImage(memoryUrlFetcher(new Map()))

  it('has the type of its bytes', async () => {
    const loaded = await load({ tag: 'bytes', bytes: png, param: 'image' })
    expect(isRight(loaded) && loaded.right.mimeType).to.equal('image/png')
  })

  it('is refused with the name of its field', async () => {
    const gif = new TextEncoder().encode('GIF89a and so on')
    for (const bytes of [gif, new Uint8Array(), new TextEncoder().encode('text')]) {
      const loaded = await load({ tag: 'bytes', bytes, param: 'image.1' })
      expect(isLeft(loaded) && loaded.left).to.include({ tag: 'invalid_image', param: 'image.1' })
    }
    const large = await load({ tag: 'bytes', bytes: png, param: 'image' }, png.length - 1)
    expect(isLeft(large) && large.left.tag).to.equal('payload_too_large')
    const nowhere = await load({ tag: 'url', url: 'https://example.org/none.png', param: 'mask' })
    expect(isLeft(nowhere) && nowhere.left).to.include({ param: 'mask' })
  })
})
