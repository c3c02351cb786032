import { expect } from 'chai'
import { firstTokens } from '../../../../src/application/gateway/metering/first-tokens.ts'
import type { HourStepCount } from '../../../../src/application/ports/billing/first-token-log.ts'
import { stepOf } from '../../../../src/domain/usage/first-token.ts'

const HOUR_MS = 3_600_000

describe('the counts of first tokens', () => {
  const opened = () => {
    const written: (readonly HourStepCount[])[] = []
    const clock = { nowMs: 10 * HOUR_MS + 5, now: () => clock.nowMs }
    const database = { isAway: false }
    const add = async (counts: readonly HourStepCount[]): Promise<void> => {
      if (database.isAway) throw new Error('away')
      written.push(counts)
    }
    return { counts: firstTokens({ firstTokenLog: { add }, clock }), written, clock, database }
  }
  const row = (hour: number, ms: number, calls: number): HourStepCount => ({
    hour: new Date(hour * HOUR_MS),
    step: stepOf(ms),
    calls,
  })

  it('are written by hour and step, once, and nothing where nothing was counted', async () => {
    const { counts, written, clock } = opened()
    expect(await counts.flush()).to.equal(0)
    counts.note(300)
    counts.note(300)
    counts.note(2_000)
    clock.nowMs += HOUR_MS
    counts.note(300)
    expect(await counts.flush()).to.equal(4)
    expect(await counts.flush()).to.equal(0)
    expect(written).to.deep.equal([[row(10, 300, 2), row(10, 2_000, 1), row(11, 300, 1)]])
  })

  it('are kept where they could not be written', async () => {
    const { counts, written, database } = opened()
    counts.note(300)
    database.isAway = true
    const failed = await counts.flush().catch((error: unknown) => error)
    expect(failed).to.be.an('error')
    counts.note(300)
    database.isAway = false
    await counts.flush()
    expect(written).to.deep.equal([[row(10, 300, 2)]])
  })
})
