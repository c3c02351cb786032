import { expect } from 'chai'
import { isVisible } from '../../src/domain/visible-text.ts'

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
