import { expect } from 'chai'
import { systemTimer } from '../../../src/adapters/runtime/system-timer.ts'
import { activeTimers } from '../../support/active-timers.ts'
import { timed } from '../../support/timed.ts'

describe('the timer of the system', () => {
  it('waits for that time at least', async () => {
    expect((await timed(() => systemTimer.sleep(20))).ms).to.be.above(18)
  })

  it('ends a wait at once when its signal is aborted, before or in the wait, and leaves no timer behind', async () => {
    const before = await activeTimers()
    const over = new AbortController()
    const waits = Array.from({ length: 50 }, () => systemTimer.sleep(60_000, over.signal))
    expect(await activeTimers()).to.equal(before + 50)
    over.abort()
    await Promise.all(waits)
    await systemTimer.sleep(60_000, over.signal)
    expect(await activeTimers()).to.equal(before)
  })
})
