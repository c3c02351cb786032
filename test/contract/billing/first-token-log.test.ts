import { expect } from 'chai'
import { kyselyFirstTokenLog } from '../../../src/adapters/persistence/operators/first-token-log.ts'
import type { FirstTokenLog } from '../../../src/application/ports/billing/first-token-log.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryFirstTokenLog } from '../../twins/billing/first-token-log.ts'

const HOUR_MS = 3_600_000
const thisHour = new Date().setUTCMinutes(0, 0, 0)
const hour = (ago: number): Date => new Date(thisHour - ago * HOUR_MS)

const contract = (open: () => FirstTokenLog): void => {
  it('adds up what processes count at once, by step', async () => {
    const log = open()
    const counts = [
      { hour: hour(0), step: 9, calls: 2 },
      { hour: hour(0), step: 3, calls: 1 },
    ]
    await Promise.all([log.add(counts), log.add(counts.toReversed()), log.add([])])
    expect(await log.since(hour(0))).to.deep.equal([
      { step: 3, calls: 2 },
      { step: 9, calls: 4 },
    ])
  })

  it('begins with the hour of the moment', async () => {
    const log = open()
    await log.add([{ hour: hour(3), step: 40, calls: 5 }])
    const before = await log.since(hour(2))
    expect(before.some(({ step }) => step === 40)).to.equal(false)
    const within = await log.since(new Date(hour(3).getTime() + HOUR_MS / 2))
    expect(within.find(({ step }) => step === 40)).to.deep.equal({ step: 40, calls: 5 })
  })

  it('deletes hours of more than 31 days ago with the next write', async () => {
    const log = open()
    await log.add([
      { hour: hour(31 * 24 + 2), step: 50, calls: 1 },
      { hour: hour(31 * 24 - 2), step: 51, calls: 1 },
    ])
    await log.add([])
    const steps = (await log.since(hour(40 * 24))).map(({ step }) => step)
    expect(steps).to.include(51)
    expect(steps).to.not.include(50)
  })
}

describe('the log of first tokens in memory', () => {
  const log = memoryFirstTokenLog(Date.now)
  contract(() => log)
})

describeOnDatabases('the log of first tokens', (database) => contract(() => kyselyFirstTokenLog(database().db)))
