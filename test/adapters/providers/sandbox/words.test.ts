import { expect } from 'chai'
import fc from 'fast-check'
import { wordCount, wordPieces } from '../../../../src/adapters/providers/sandbox/words.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ж', '\u3000', ' ', '\n', '\t', '\u00a0', '🦔'), maxLength: 60 })

describe('words of the sandbox', () => {
  it('are the runs of anything but whitespace', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(wordCount(each)).to.equal(each.split(/\s+/).filter((word) => word !== '').length)
      }),
    )
  })

  it('make pieces that joined are the text, one a word', () => {
    fc.assert(
      fc.property(text, (each) => {
        const pieces = wordPieces(each)
        expect(pieces.join('')).to.equal(each)
        expect(pieces.length).to.equal(each === '' ? 0 : Math.max(1, wordCount(each)))
        for (const piece of wordCount(each) > 0 ? pieces : []) expect(piece.trim()).not.to.equal('')
      }),
    )
  })

  it('are cut at a limit, with one piece more that shows it', () => {
    fc.assert(
      fc.property(text, fc.nat(10), (each, most) => {
        expect(wordPieces(each, most).slice(0, most)).to.deep.equal(wordPieces(each).slice(0, most))
        expect(wordPieces(each, most).length > most).to.equal(wordPieces(each).length > most)
      }),
    )
  })
})
