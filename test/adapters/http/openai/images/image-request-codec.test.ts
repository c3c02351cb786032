import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { imageRequest, toImageRequest } from '../../../../../src/adapters/http/openai/images/image-request-codec.ts'

const URL = 'https://example.com/a.png'
const FILE = { bytes: new Uint8Array([1]) }
const ADDRESS = { type: 'url', data: URL }
const BASE64 = { type: 'base64', data: 'AAAA', mime_type: 'image/png' }

describe('the field that is named where an input image is refused', () => {
  it('is the data of an image in JSON, and the file of a form itself, in a request for images', () => {
    const decoded = imageRequest.decode({
      model: 'm',
      prompt: 'p',
      image: [ADDRESS, BASE64, FILE],
      mask: BASE64,
      reference_images: [ADDRESS],
    })
    if (isLeft(decoded)) throw new Error('refused')
    const { images, mask, referenceImages } = toImageRequest(decoded.right)
    expect([...images, mask, ...referenceImages].map((image) => image?.param)).to.deep.equal([
      'image.0.data',
      'image.1.data',
      'image.2',
      'mask.data',
      'reference_images.0.data',
    ])
  })
})
