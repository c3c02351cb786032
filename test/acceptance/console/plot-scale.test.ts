import { expect } from 'chai'
import { ticksOf } from '../../../console/pages/overview/scale.ts'

describe('The scale of a plot of the console', () => {
  for (const [largest, smallestStep, ticks] of [
    [0, 1, [0]],
    [1, 1, [0, 1]],
    [3, 1, [0, 1, 2, 3]],
    [4, 1, [0, 2, 4]],
    [7, 1, [0, 5, 10]],
    [15, 1, [0, 5, 10, 15]],
    [16, 1, [0, 10, 20]],
    [1_234_567, 1, [0, 500_000, 1_000_000, 1_500_000]],
    [10, 0.000001, [0, 5, 10]],
    [0.0042, 0.000001, [0, 0.002, 0.004, 0.006]],
    [0.0000004, 0.000001, [0, 0.000001]],
    [0.3, 0.000001, [0, 0.1, 0.2, 0.3]],
    [0.6, 0.000001, [0, 0.2, 0.4, 0.6]],
  ] as const) {
    it(`goes up to ${largest} by round steps of ${smallestStep} or more`, () => {
      expect(ticksOf(largest, smallestStep).map((tick) => Number(tick.toFixed(6)))).to.deep.equal(ticks)
    })
  }

  it('has few steps, and ends at the largest value or less than one step above it', () => {
    for (let largest = 0.000001; largest < 1e12; largest *= 1.37) {
      const ticks = ticksOf(largest, 0.000001)
      const [step = 0, top = 0] = [ticks[1], ticks.at(-1)]
      expect(ticks.length, `steps for ${largest}`).to.be.within(2, 4)
      expect(top, `the end for ${largest}`).to.be.within(largest * (1 - 1e-8), largest + step)
    }
  })
})
