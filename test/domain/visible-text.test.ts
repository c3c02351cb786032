import { expect } from 'chai'
import { escapeUnseen, isVisible } from '../../src/domain/visible-text.ts'

describe('A text that people read', () => {
  for (const text of ['a', ' a ', '\u200bя', '🛶', '–', '\u0301']) {
    it(`shows something where it is ${JSON.stringify(text)}`, () => expect(isVisible(text)).to.equal(true))
  }

  // Of Unicode's blanks, then characters without width: a joiner, a mark of direction, a soft hyphen, a filler.
  for (const text of [
    '',
    ' ',
    '\t\r\n',
    '\u00a0\u2003\u3000',
    '\u200b\u200d',
    '\u202e',
    '\u00ad',
    '\u3164',
    '\u0007',
  ]) {
    const codes = Array.from(text, (each) => each.codePointAt(0)?.toString(16)).join(' ')
    it(`shows nothing where it is made of [${codes}]`, () => expect(isVisible(text)).to.equal(false))
  }
})

describe('JSON for a person at a terminal', () => {
  it('has no character that a terminal obeys, or that turns text, and says the same', () => {
    const text = 'a\u0007\u001b[2J\r\n\u007f\u009b2J\u009d0;b\u202e\u2066\u{e0001}\\\u00e9🛶'
    const json = escapeUnseen(JSON.stringify({ text, [text]: 1 }))
    expect(json).to.not.match(/[\p{Cc}\p{Cf}]/u)
    expect(json).to.contain('é🛶')
    expect(JSON.parse(json)).to.deep.equal({ text, [text]: 1 })
  })
})
