import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toRequest } from '../../../../../src/adapters/providers/xai/video/to-request.ts'
import { PNG, PNG_URL, submission } from '../media-calls.ts'

const asked = (...given: Parameters<typeof submission>): unknown => {
  const { request, deployment } = submission(...given)
  const read = toRequest(request, deployment)
  return isLeft(read) ? read.left : read.right.body
}

const PLAIN = { model: 'grok', prompt: 'a cat runs', duration: 6, aspect_ratio: '16:9', resolution: '720p' }

describe('toRequest', () => {
  it('asks for a length, a shape and a resolution', () => {
    expect(asked()).to.deep.equal(PLAIN)
  })

  it('passes on what is meant for the provider', () => {
    expect(
      asked({ extras: { user: 'u' }, generateAudio: false }, { watermark: true, resolutions: ['720p'] }),
    ).to.deep.equal({ ...PLAIN, user: 'u', watermark: true, generate_audio: false })
  })

  it('leaves the shape to the first image, unless one is asked for', () => {
    const { aspect_ratio: shape, ...rest } = PLAIN
    expect(asked({ firstFrame: PNG })).to.deep.equal({ ...rest, image: { url: PNG_URL } })
    expect(asked({ firstFrame: PNG, size: '1280x720' })).to.deep.include({ aspect_ratio: shape })
  })

  const refused: readonly [string, Parameters<typeof submission>][] = [
    ['seed', [{ seed: 1 }]],
    ['negative_prompt', [{ negativePrompt: 'dogs' }]],
    ['video_url', [{ extras: { video_url: 'x' } }]],
    ['a.0.Reference_Images', [{ extras: { a: [{ Reference_Images: [] }] } }]],
    ['size', [{ resolution: '1080p' }, { resolutions: ['480p', '720p'] }]],
  ]
  for (const [param, given] of refused) {
    it(`refuses ${param}`, () => {
      expect(asked(...given)).to.include({ tag: 'rejected', code: 'unsupported_parameter', param })
    })
  }
})
