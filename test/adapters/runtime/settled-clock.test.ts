import { expect } from 'chai'
import { settledClock } from '../../../src/adapters/runtime/settled-clock.ts'
import { manualClock } from '../../support/manual-clock.ts'

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000]

const stage = () => {
  const wall = manualClock()
  const measured = manualClock(0)
  let aheadMs = 0
  const clock = settledClock(wall, measured.now, () => aheadMs)
  return {
    clock,
    /** What a comparison with the clock of the database finds. */
    compared: (ms: number): void => void (aheadMs = ms),
    jump: wall.turn,
    /** Time goes by, and each second a job looks at the clock. */
    pass: (ms: number): void => {
      for (let passedMs = 0; passedMs < ms; passedMs += SECOND) {
        wall.turn(SECOND)
        measured.turn(SECOND)
        clock.now()
      }
    },
    /** How far the settled clock stands behind that of the machine. */
    behind: () => wall.now() - clock.now(),
  }
}

describe('the time for what is overdue', () => {
  it('is that of the machine, also where its clock is corrected by some seconds', () => {
    const { pass, jump, behind } = stage()
    pass(MINUTE)
    jump(30 * SECOND)
    expect(behind()).to.equal(0)
    pass(MINUTE)
    expect(behind()).to.equal(0)
  })

  it('goes on as before while the clock of the machine is a day ahead for a moment', () => {
    const { pass, jump, behind } = stage()
    jump(DAY)
    expect(behind()).to.equal(DAY)
    pass(10 * MINUTE)
    expect(behind()).to.equal(DAY)
    jump(-DAY)
    expect(behind()).to.equal(0)
    pass(10 * MINUTE)
    jump(DAY)
    pass(10 * MINUTE)
    expect(behind(), 'a second jump begins anew').to.equal(DAY)
  })

  it('follows a clock that has stayed ahead for a quarter of an hour', () => {
    const { pass, jump, behind } = stage()
    jump(DAY)
    pass(14 * MINUTE)
    expect(behind()).to.equal(DAY)
    pass(2 * MINUTE)
    expect(behind()).to.equal(0)
  })

  it('follows a clock that is set back at once', () => {
    const { pass, jump, behind } = stage()
    jump(-DAY)
    expect(behind()).to.equal(0)
    pass(MINUTE)
    expect(behind()).to.equal(0)
  })

  it('is that of the database for as long as the clock of the machine is ahead of it, also from the start', () => {
    const { pass, compared, jump, behind } = stage()
    compared(DAY)
    expect(behind()).to.equal(DAY)
    pass(60 * MINUTE)
    expect(behind()).to.equal(DAY)
    jump(-DAY)
    compared(0)
    expect(behind()).to.equal(0)
  })

  it('is that of the machine where the database is ahead of it, or behind by less than a minute', () => {
    const { pass, compared, behind } = stage()
    for (const aheadMs of [-DAY, 59 * SECOND]) {
      compared(aheadMs)
      pass(20 * MINUTE)
      expect(behind()).to.equal(0)
    }
  })
})
