import { expect } from 'chai'
import { toRequest } from '../../../../../src/adapters/providers/openai/images/to-request.ts'
import type { ImageRequest } from '../../../../../src/domain/images/request.ts'
import { deploymentOf, imageRequest, PNG } from '../media-calls.ts'

const PLAIN = { model: 'gpt-image', prompt: 'a cat', n: 1 }

const bodyOf = (over: Partial<ImageRequest>, parameters = {}): unknown => {
  const { body } = toRequest(imageRequest(over), deploymentOf(parameters), 'B')
  return body
}

describe('the body of an image call to OpenAI', () => {
  const table: readonly (readonly [string, Partial<ImageRequest>, object])[] = [
    ['says no more than it was asked', {}, PLAIN],
    ['never asks for a response format', { responseFormat: 'url' }, PLAIN],
    [
      'passes size and quality on',
      { size: '1536x1024', quality: 'high' },
      { ...PLAIN, size: '1536x1024', quality: 'high' },
    ],
    [
      'passes on what the provider reads and nothing else',
      { extras: { background: 'transparent', output_format: 'webp', style: 'vivid', stream: false, user: null } },
      { ...PLAIN, background: 'transparent', output_format: 'webp' },
    ],
    ['does not let the caller name another model', { extras: { model: 'expensive', n: 9 } }, PLAIN],
  ]
  for (const [name, over, body] of table) {
    it(name, () => expect(bodyOf(over)).to.deep.equal(body))
  }

  it('lays the fixed parameters of the catalogue over the rest', () => {
    expect(bodyOf({ quality: 'high' }, { quality: 'low', moderation: 'auto' })).to.deep.equal({
      ...PLAIN,
      quality: 'low',
      moderation: 'auto',
    })
  })

  it('makes an edit of reference images too', () => {
    const post = toRequest(imageRequest({ referenceImages: [PNG] }), deploymentOf(), 'B')
    expect(post).to.include({ path: '/images/edits' })
    expect(post.body).to.include({ contentType: 'multipart/form-data; boundary=B' })
  })
})
