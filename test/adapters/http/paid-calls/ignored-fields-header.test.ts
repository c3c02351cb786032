import { expect } from 'chai'
import { ignoredFieldsHeader } from '../../../../src/adapters/http/paid-calls/ignored-fields-header.ts'

describe('the header of ignored fields', () => {
  it('names them, and is absent where there are none', () => {
    expect(ignoredFieldsHeader([])).to.deep.equal({})
    expect(ignoredFieldsHeader(['store', 'messages.audio'])).to.deep.equal({
      'x-gateway-ignored': 'store, messages.audio',
    })
  })

  it('holds only characters of a path, and is short for every request', () => {
    const hostile = [
      'a\r\nset-cookie: x',
      'имя',
      'a,b',
      'y'.repeat(500),
      ...Array.from({ length: 500 }, (_, i) => `f${i}`),
    ]
    const text = ignoredFieldsHeader(hostile)['x-gateway-ignored'] ?? ''
    expect(text).to.match(/^[\w.$?+, -]+$/)
    expect(text.length).to.be.below(1_500)
    expect(text).to.match(/, \+484$/)
  })
})
