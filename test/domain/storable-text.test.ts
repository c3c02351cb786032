import { expect } from 'chai'
import { isStorableText, storableText } from '../../src/domain/storable-text.ts'

describe('a text for the database', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['a\0b', 'a\uFFFDb'],
    ['a\ud800', 'a\uFFFD'],
    ['\udc00\ud800', '\uFFFD\uFFFD'],
  ]
  for (const [text, stored] of texts) {
    it(`has U+FFFD in the place of what no column takes: ${JSON.stringify(text)}`, () => {
      expect(isStorableText(text)).to.equal(false)
      expect(storableText(text)).to.equal(stored)
      expect(isStorableText(stored)).to.equal(true)
    })
  }

  it('is left as it is where every column takes it', () => {
    for (const text of ['', 'ёж 🦔', '\\u0000', '\n\t']) {
      expect([isStorableText(text), storableText(text)]).to.deep.equal([true, text])
    }
  })
})
