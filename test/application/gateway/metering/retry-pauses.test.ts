import { expect } from 'chai'
import { systemTimer } from '../../../../src/adapters/runtime/system-timer.ts'
import { retryPauses } from '../../../../src/application/gateway/metering/retry-pauses.ts'
import { activeTimers } from '../../../support/active-timers.ts'

describe('pauses between attempts', () => {
  it('end all at once, and leave no timer behind', async () => {
    const before = await activeTimers()
    const pauses = retryPauses(systemTimer)
    const paused = Array.from({ length: 50 }, () => pauses.pause(60_000))
    expect(await activeTimers()).to.equal(before + 50)
    pauses.endAll()
    await Promise.all(paused)
    expect(await activeTimers()).to.equal(before)
  })

  it('end each by its own time, too', async () => {
    const before = await activeTimers()
    const pauses = retryPauses(systemTimer)
    await Promise.all([pauses.pause(1), pauses.pause(5)])
    expect(await activeTimers()).to.equal(before)
  })
})
