import { expect } from 'chai'
import { roubleSum, roubleSumOrNull } from '../../../../../src/adapters/http/codecs/money/rouble-sum.ts'

describe('a sum in a copied shape', () => {
  it('is written as the same decimal twice: as a JSON number and as a text', () => {
    for (const [micro, number, text] of [
      [1n, '0.000001', '0.000001'],
      [100_000n, '0.1', '0.10'],
      [300_000n, '0.3', '0.30'],
      [12_345_678n, '12.345678', '12.345678'],
      [999_999_999_999_999n, '999999999.999999', '999999999.999999'],
      [-7_000_001n, '-7.000001', '-7.000001'],
      [0n, '0', '0.00'],
    ] as const) {
      const sum = roubleSum('cost', micro)
      expect(JSON.stringify(sum)).to.equal(`{"cost":${number},"cost_rub":"${text}"}`)
    }
  })

  it('is null twice where there is none', () => {
    expect(roubleSumOrNull('limit', null)).to.deep.equal({ limit: null, limit_rub: null })
  })
})
