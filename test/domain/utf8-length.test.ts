import { expect } from 'chai'
import fc from 'fast-check'
import { utf8Length } from '../../src/domain/utf8-length.ts'

describe('the length in UTF-8', () => {
  it('is what an encoder says, unpaired surrogates included', () => {
    const anyUnit = fc.integer({ min: 0, max: 0xffff })
    const surrogate = fc.integer({ min: 0xd800, max: 0xdfff })
    const edge = fc.constantFrom(0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000)
    fc.assert(
      fc.property(fc.array(fc.oneof(anyUnit, surrogate, edge)), (units) => {
        const text = String.fromCharCode(...units)
        expect(utf8Length(text)).to.equal(new TextEncoder().encode(text).length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is that of a long text, whatever its letters, and wherever they change', () => {
    const pieces = fc.constantFrom('a', 'я', '€', '😀', '\ud83d', '\ude00', 'word '.repeat(99), 'слово '.repeat(99))
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 60 }), (parts) => {
        const text = parts.join('')
        expect(utf8Length(text)).to.equal(new TextEncoder().encode(text).length)
      }),
      { numRuns: 1_000 },
    )
  })
})
