import { expect } from 'chai'
import { ignoredHeader } from '../../../../src/adapters/http/gateway/ignored-header.ts'

describe('the header of ignored fields', () => {
  it('names them, and is not there where there is none', () => {
    expect(ignoredHeader([])).to.deep.equal({})
    expect(ignoredHeader(['store', 'messages.audio'])).to.deep.equal({ 'x-gateway-ignored': 'store, messages.audio' })
  })

  it('holds nothing that is no part of a path, and is short whatever was sent', () => {
    const hostile = [
      'a\r\nset-cookie: x',
      'имя',
      'a,b',
      'y'.repeat(500),
      ...Array.from({ length: 500 }, (_, i) => `f${i}`),
    ]
    const text = ignoredHeader(hostile)['x-gateway-ignored'] ?? ''
    expect(text).to.match(/^[\w.$?+, -]+$/)
    expect(text.length).to.be.below(1_500)
    expect(text).to.match(/, \+484$/)
  })
})
