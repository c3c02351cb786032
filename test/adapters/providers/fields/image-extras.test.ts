import { expect } from 'chai'
import { extrasLeftOut } from '../../../../src/adapters/providers/fields/image-extras.ts'

describe('extrasLeftOut', () => {
  it('names what a provider of images is not given, but no value that comes without the field as well', () => {
    const idle = {
      background: 'auto',
      moderation: 'auto',
      input_fidelity: 'low',
      output_compression: 100,
      stream: false,
    }
    expect(extrasLeftOut({ ...idle, partial_images: 0, user: null }, [])).to.deep.equal([])
    const asked = { background: 'opaque', moderation: 'low', output_compression: 50 }
    expect(extrasLeftOut(asked, [])).to.deep.equal(Object.keys(asked))
    expect(extrasLeftOut(asked, ['background', 'moderation', 'output_compression'])).to.deep.equal([])
  })
})
