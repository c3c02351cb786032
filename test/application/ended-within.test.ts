import { expect } from 'chai'
import { systemTimer } from '../../src/adapters/runtime/system-timer.ts'
import { endedWithin } from '../../src/application/ended-within.ts'
import { activeTimers } from '../support/active-timers.ts'

describe('work that is waited for at most so long', () => {
  it('leaves no timer behind once it has ended or failed, and is not waited for any longer', async () => {
    const before = await activeTimers()
    for (let count = 0; count < 100; count += 1) await endedWithin(systemTimer, 60_000, Promise.resolve())
    expect(await activeTimers()).to.equal(before)
    const failed = await endedWithin(systemTimer, 60_000, Promise.reject(new Error('no'))).catch(
      (error: unknown) => error,
    )
    expect(failed).to.have.property('message', 'no')
    expect(await activeTimers()).to.equal(before)
    await endedWithin(systemTimer, 1, new Promise(() => undefined))
    expect(await activeTimers()).to.equal(before)
  })
})
