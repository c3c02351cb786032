import { expect } from 'chai'
import fc from 'fast-check'
import { formatPerMillion } from '../../../src/domain/money/decimal.ts'

describe('the price of one unit', () => {
  it('is exact, whatever a million of them cost', () => {
    for (const [micro, text] of [
      [12_000_000n, '0.000012'],
      [1_200_000n, '0.0000012'],
      [1n, '0.000000000001'],
      [1_000_000_000_000n, '1'],
      [1_500_000_000_000n, '1.5'],
      [123_456_789_012_345n, '123.456789012345'],
    ] as const) {
      expect(formatPerMillion(micro)).to.equal(text)
    }
  })

  it('times a million of million is the price again', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), (micro) => {
        const [whole = '', fraction = ''] = formatPerMillion(micro).split('.')
        expect(BigInt(whole + fraction.padEnd(12, '0'))).to.equal(micro)
      }),
    )
  })
})
