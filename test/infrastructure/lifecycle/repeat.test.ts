import { expect } from 'chai'
import { pino } from 'pino'
import sinon from 'sinon'
import { repeat } from '../../../src/infrastructure/lifecycle/repeat.ts'

const log = pino({ level: 'silent' })

describe('repeat', () => {
  let clock: sinon.SinonFakeTimers
  beforeEach(() => {
    clock = sinon.useFakeTimers()
  })
  afterEach(() => clock.restore())

  it('runs after each interval, and no more once it was stopped', async () => {
    let runs = 0
    const count = (): Promise<void> => Promise.resolve(void (runs += 1))
    const loop = repeat({ name: 'count usage', everyMs: 100, run: count }, log)
    await clock.tickAsync(99)
    expect(runs).to.equal(0)
    await clock.tickAsync(201)
    expect(runs).to.equal(3)
    await loop.stop()
    await clock.tickAsync(1000)
    expect(runs).to.equal(3)
  })

  it('never overlaps itself: the interval counts from the end of a run', async () => {
    let running = 0
    let most = 0
    const slow = async (): Promise<void> => {
      most = Math.max(most, (running += 1))
      await new Promise((resolve) => setTimeout(resolve, 350))
      running -= 1
    }
    repeat({ name: 'send mail', everyMs: 100, run: slow }, log)
    await clock.tickAsync(5000)
    expect(most).to.equal(1)
  })

  it('goes on after a run that failed', async () => {
    let runs = 0
    repeat({ name: 'sweep holds', everyMs: 10, run: () => Promise.reject(new Error(`run ${(runs += 1)}`)) }, log)
    await clock.tickAsync(50)
    expect(runs).to.equal(5)
  })

  it('waits, when stopped, for what its runs have begun', async () => {
    let isStopped = false
    const begun = Promise.withResolvers<undefined>()
    const loop = repeat({ name: 'deliver webhooks', everyMs: 10, run: async () => 1, ended: () => begun.promise }, log)
    await clock.tickAsync(20)
    const stopping = loop.stop().then(() => (isStopped = true))
    await clock.tickAsync(1_000)
    expect(isStopped).to.equal(false)
    begun.resolve(undefined)
    await stopping
  })

  it('waits for the current run when stopped, and signals the stop to it', async () => {
    let finished = false
    const run = async (signal: AbortSignal): Promise<void> => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      finished = true
    }
    const loop = repeat({ name: 'deliver webhooks', everyMs: 10, run }, log)
    await clock.tickAsync(20)
    expect(finished).to.equal(false)
    await loop.stop()
    expect(finished).to.equal(true)
    await clock.tickAsync(1000)
  })
})
