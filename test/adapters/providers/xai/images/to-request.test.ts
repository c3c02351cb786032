import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toRequest } from '../../../../../src/adapters/providers/xai/images/to-request.ts'
import { imageCall, PNG, PNG_URL } from '../media-calls.ts'

type Given = Parameters<typeof imageCall>

const asked = (...given: Given) => {
  const { request, deployment } = imageCall(...given)
  const read = toRequest(request, deployment)
  return isLeft(read) ? read.left : read.right
}

const PLAIN = { model: 'grok', prompt: 'a cat', n: 1, response_format: 'b64_json' }

describe('toRequest', () => {
  it('asks for the bytes, whatever the caller wants to have', () => {
    expect(asked({ responseFormat: 'url', n: 3, size: 'auto', quality: 'auto' })).to.deep.equal({
      path: '/images/generations',
      body: { ...PLAIN, n: 3 },
    })
  })

  it('passes on what xAI reads, and nothing else', () => {
    const extras = { output_format: 'png', moderation: 'low', user: 'ann', model: 'other', n: 9 }
    expect(asked({ quality: 'high', extras })).to.deep.equal({
      path: '/images/generations',
      body: { ...PLAIN, quality: 'high', output_format: 'png' },
    })
  })

  it('reads a field that is null as one that was not sent, so the resolution of the size stays', () => {
    const extras = { resolution: null, output_format: null, aspect_ratio: null }
    expect(asked({ size: '1024x1024', extras }, { resolutions: ['1k', '2k'] })).to.deep.equal({
      path: '/images/generations',
      body: { ...PLAIN, aspect_ratio: '1:1', resolution: '1k' },
    })
  })

  it('edits one image or several, references among them', () => {
    const image = { type: 'image_url', url: PNG_URL }
    expect(asked({ images: [PNG] })).to.deep.equal({ path: '/images/edits', body: { ...PLAIN, image } })
    expect(asked({ images: [PNG], referenceImages: [PNG] })).to.deep.equal({
      path: '/images/edits',
      body: { ...PLAIN, images: [image, image] },
    })
  })

  const sizes: readonly [string, Given[1], unknown][] = [
    ['1024x1024', {}, { aspect_ratio: '1:1' }],
    ['1536x1024', {}, { aspect_ratio: '3:2' }],
    ['1024x1792', {}, { aspect_ratio: '9:16' }],
    ['1792x1024', { aspect_ratios: ['1:1', '2:1'] }, { aspect_ratio: '2:1' }],
    ['2048x2048', {}, { aspect_ratio: '1:1' }],
    ['2048x2048', { resolutions: ['1k', '2k'] }, { aspect_ratio: '1:1', resolution: '2k' }],
    ['1024x1024', { resolutions: ['1k', '2k'], aspect_ratios: [] }, { resolution: '1k' }],
  ]
  for (const [size, parameters, expected] of sizes) {
    it(`${size} with ${JSON.stringify(parameters)}`, () => {
      expect(asked({ size }, parameters))
        .to.have.property('body')
        .that.deep.equals({
          ...PLAIN,
          ...(expected as object),
        })
    })
  }

  it('lets fixed parameters win over the caller', () => {
    expect(asked({ extras: { output_format: 'png' } }, { output_format: 'jpeg', model: 'x' }))
      .to.have.property('body')
      .that.deep.equals({ ...PLAIN, output_format: 'jpeg' })
  })

  const refused: readonly [string, Given[0]][] = [
    ['mask', { images: [PNG], mask: PNG }],
    ['background', { extras: { background: 'transparent' } }],
    ['quality', { quality: 'hd' }],
    ['size', { size: 'large' }],
    ['size', { size: '0x0' }],
    ['resolution', { extras: { resolution: '2k' } }],
  ]
  for (const [param, request] of refused) {
    it(`refuses ${param} of ${JSON.stringify({ ...request, images: undefined, mask: undefined })}`, () => {
      expect(asked(request)).to.include({ tag: 'rejected', code: 'unsupported_parameter', param })
    })
  }
})
