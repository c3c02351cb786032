import { expect } from 'chai'
import { spanClock } from '../../../../src/infrastructure/observability/tracing/span-clock.ts'

describe('the clock of spans', () => {
  it('counts parts of a millisecond, which the wall clock does not', () => {
    let [passed, wall] = [100, 1_700_000_000_000]
    const now = spanClock(
      () => passed,
      () => wall,
    )
    passed += 0.25
    const [seconds, nanoseconds] = now()
    expect(seconds).to.equal(1_700_000_000)
    expect(nanoseconds).to.be.closeTo(250_000, 1_000)
    passed += 1_000.5
    wall += 1_000
    expect(now()[0]).to.equal(1_700_000_001)
  })

  it('follows a wall clock that was set anew', () => {
    let wall = 1_700_000_000_000
    const now = spanClock(
      () => 5,
      () => wall,
    )
    wall += 3_600_000
    expect(now()).to.deep.equal([1_700_003_600, 0])
  })
})
