import { expect } from 'chai'
import fc from 'fast-check'
import { stopAt } from '../../../../src/adapters/providers/sandbox/stop-at.ts'

describe('stopAt', () => {
  it('ends the text before the first of the sequences', () => {
    expect(stopAt('one two three four', 'three')).to.equal('one two ')
    expect(stopAt('one two three four', ['four', 'two'])).to.equal('one ')
    expect(stopAt('one two', ['three', ''])).to.equal('one two')
    expect(stopAt('one two', null)).to.equal('one two')
    expect(stopAt('', 'x')).to.equal('')
  })

  it('finds what indexOf finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 })
    const sequence = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(text, sequence, (given, stop) => {
        const at = given.indexOf(stop)
        expect(stopAt(given, stop)).to.equal(at === -1 ? given : given.slice(0, at))
      }),
    )
  })
})
