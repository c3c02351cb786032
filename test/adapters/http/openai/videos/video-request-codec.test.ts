import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toVideoRequest, videoRequest } from '../../../../../src/adapters/http/openai/videos/video-request-codec.ts'

const URL = 'https://example.com/a.png'
const FILE = { bytes: new Uint8Array([1]) }
const ADDRESS = { type: 'url', data: URL }
const BASE64 = { type: 'base64', data: 'AAAA', mime_type: 'image/png' }

describe('the field that is named where a first frame is refused', () => {
  it('is the text that holds the image, and the file of a form itself', () => {
    const paramOf = (reference: unknown): string | undefined => {
      const decoded = videoRequest.decode({ model: 'm', prompt: 'p', input_reference: reference })
      if (isLeft(decoded)) throw new Error('refused')
      return toVideoRequest(decoded.right).firstFrame?.param
    }
    expect([URL, FILE, { image_url: URL }, ADDRESS, BASE64].map(paramOf)).to.deep.equal([
      'input_reference',
      'input_reference',
      'input_reference.image_url',
      'input_reference.data',
      'input_reference.data',
    ])
  })
})
