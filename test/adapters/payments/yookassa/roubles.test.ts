import { expect } from 'chai'
import { readRoubles, writeRoubles } from '../../../../src/adapters/payments/yookassa/roubles.ts'

describe("YooKassa's amounts", () => {
  const amounts: readonly (readonly [micro: bigint, text: string])[] = [
    [0n, '0.00'],
    [10_000n, '0.01'],
    [1_000_000n, '1.00'],
    [123_450_000n, '123.45'],
    [999_999_999_990_000n, '999999999.99'],
  ]
  for (const [micro, text] of amounts) {
    it(`are written and read exactly: ${text}`, () => {
      expect(writeRoubles(micro)).to.equal(text)
      expect(readRoubles(text)).to.equal(micro)
    })
  }

  it('are read with fewer decimals too', () => {
    expect([readRoubles('5'), readRoubles('5.5')]).to.deep.equal([5_000_000n, 5_500_000n])
  })

  it('are never finer than a kopeck, nor negative, nor anything else', () => {
    for (const text of ['1.001', '-1.00', '1e3', '', ' 1', '1,00', '1.']) expect(readRoubles(text), text).to.equal(null)
    expect(() => writeRoubles(1n)).to.throw('kopecks')
    expect(() => writeRoubles(-10_000n)).to.throw('kopecks')
  })
})
