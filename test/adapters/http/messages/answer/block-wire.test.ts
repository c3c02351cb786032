import { expect } from 'chai'
import { inputOf, wholeInput } from '../../../../../src/adapters/http/messages/answer/block-wire.ts'

describe('the input of a call in the words of Messages', () => {
  it('is what the provider wrote, or the text itself where that nests too deep to be written again', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(wholeInput(nested(63))).to.have.property('a')
    expect(inputOf(nested(20_000))).to.deep.equal({ INVALID_JSON: nested(20_000) })
    expect(inputOf('')).to.deep.equal({})
  })
})
