import { expect } from 'chai'
import { billedVideoSeconds, priceOfSeconds } from '../../../src/domain/pricing/video-price.ts'

describe('the price of a video', () => {
  it('is exact to the millisecond and rounds up once', () => {
    expect(priceOfSeconds(5_000_000n, 4)).to.equal(20_000_000n)
    expect(priceOfSeconds(5_000_000n, 4.5)).to.equal(22_500_000n)
    expect(priceOfSeconds(1n, 0.1)).to.equal(1n)
    expect(priceOfSeconds(333_333n, 8.1)).to.equal(2_699_998n)
    expect(priceOfSeconds(100_000n, 0.1 + 0.2)).to.equal(30_000n)
  })

  it("counts the provider's word, else whole seconds of the file, else what was asked", () => {
    expect(billedVideoSeconds({ reported: 5.5, measured: 6, asked: 4 })).to.equal(5.5)
    expect(billedVideoSeconds({ reported: null, measured: 4.041, asked: 8 })).to.equal(4)
    expect(billedVideoSeconds({ reported: null, measured: 0.2, asked: 8 })).to.equal(1)
    expect(billedVideoSeconds({ reported: null, measured: null, asked: 8 })).to.equal(8)
    for (const reported of [0, -4, Number.NaN, Number.POSITIVE_INFINITY, 601, 0.0001]) {
      expect(billedVideoSeconds({ reported, measured: 6.04, asked: 4 }), String(reported)).to.equal(6)
    }
  })

  it('counts no second that neither the file shows nor the caller ordered, whatever the provider reports', () => {
    for (const reported of [9, 60, 600]) {
      expect(billedVideoSeconds({ reported, measured: 8.04, asked: 8 }), String(reported)).to.equal(8)
      expect(billedVideoSeconds({ reported, measured: null, asked: 8 }), String(reported)).to.equal(8)
    }
    expect(billedVideoSeconds({ reported: 12, measured: 4.04, asked: 12 })).to.equal(4)
    expect(billedVideoSeconds({ reported: 8, measured: 7.96, asked: 8 })).to.equal(8)
    expect(billedVideoSeconds({ reported: 12, measured: 12.04, asked: 8 })).to.equal(12)
    expect(billedVideoSeconds({ reported: 4, measured: null, asked: 8 })).to.equal(4)
  })

  it('counts no length that could not be ordered, though the header of the file states it', () => {
    for (const measured of [60.6, 599, 600]) {
      expect(billedVideoSeconds({ reported: null, measured, asked: 4 }), String(measured)).to.equal(4)
      expect(billedVideoSeconds({ reported: measured, measured, asked: 4 }), String(measured)).to.equal(4)
    }
    expect(billedVideoSeconds({ reported: null, measured: 60.4, asked: 60 })).to.equal(60)
    expect(billedVideoSeconds({ reported: 60.4, measured: 60.4, asked: 60 })).to.equal(60.4)
  })
})
