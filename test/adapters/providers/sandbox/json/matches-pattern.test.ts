import { expect } from 'chai'
import fc from 'fast-check'
import { matchesPattern } from '../../../../../src/adapters/providers/sandbox/json/matches-pattern.ts'

/** Patterns of every part that is understood, as people write them. */
const pattern = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'a',
        'b',
        '.',
        '\\d',
        '\\w',
        '\\s',
        '[^a]',
        '[a-c1-3]',
        '(?:ab|c)',
        '(a*b)',
        '(|a)',
        '^',
        '$',
        '\\.',
      ),
      fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}', '{2,}', '+?'),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.map(([part, times]) => (part === '^' || part === '$' ? part : part + times)).join(''))
const twoPatterns = fc.oneof(
  pattern,
  fc.tuple(pattern, pattern).map((both) => both.join('|')),
)
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.', '-'), maxLength: 8 })

describe('matchesPattern', () => {
  it('says what the regular expression says', () => {
    fc.assert(
      fc.property(twoPatterns, text, (written, tried) => {
        expect(matchesPattern(written, tried).does).to.equal(new RegExp(written, 'u').test(tried))
      }),
      { numRuns: 2_000 },
    )
  })

  it('says nothing of what it does not understand', () => {
    expect(matchesPattern('^(?=a)a$', 'a').does).to.equal(null)
    expect(matchesPattern('(a)\\1', 'aa').does).to.equal(null)
    expect(matchesPattern('^.$', '\u{1F600}').does).to.equal(null)
  })

  it('takes a bounded number of steps through patterns that take others for ever', () => {
    const tried = `${'a'.repeat(5_000)}!`
    for (const written of ['^(a+)+$', '^(a|a)*$', '^(a*)*$', '((a{9999}){9999}){9999}', '(.*)(.*)(.*)(.*)x']) {
      expect(matchesPattern(written, tried).steps).to.be.at.most(written.length + 20_000)
      expect(matchesPattern(written, tried).does).not.to.equal(true)
    }
  })
})
