import { expect } from 'chai'
import { hasKeyFormat, maskedParts, encodeKey } from '../../../src/domain/api-keys/api-key.ts'
import fc from 'fast-check'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('presented key', () => {
  it('has one shape whatever its bytes', () => {
    fc.assert(fc.property(bytes, (secret) => hasKeyFormat(encodeKey(secret))))
    expect(encodeKey(new Uint8Array(32))).to.equal(`sk-aiagg-${'0'.repeat(43)}`)
    expect(hasKeyFormat(encodeKey(new Uint8Array(32).fill(255)))).to.equal(true)
  })

  it('writes different bytes differently', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const same = a.every((byte, index) => byte === b[index])
        return (encodeKey(a) === encodeKey(b)) === same
      }),
    )
  })

  it('shows twelve characters and the last four', () => {
    const key = `sk-aiagg-ABCdef${'0'.repeat(33)}wxyz`
    expect(maskedParts(key)).to.deep.equal({ prefix: 'sk-aiagg-ABC', lastFour: 'wxyz' })
  })

  const body = 'a'.repeat(43)
  for (const text of [
    '',
    body,
    `sk-${body}`,
    `sk-aiagg-${body}a`,
    `sk-aiagg-${body}\n`,
    `sk-aiagg-${'é'.repeat(43)}`,
  ]) {
    it(`does not take ${JSON.stringify(text).slice(0, 24)}… for a key`, () =>
      expect(hasKeyFormat(text)).to.equal(false))
  }
})
