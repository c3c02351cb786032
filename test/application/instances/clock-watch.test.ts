import { expect } from 'chai'
import { clockWatch } from '../../../src/application/instances/clock-watch.ts'
import { manualClock } from '../../support/manual-clock.ts'

const [SECOND, DAY] = [1_000, 86_400_000]

const stage = () => {
  const clock = manualClock()
  const database = { aheadMs: 0, answersAfterMs: 0 }
  const heard: (number | 'agree')[] = []
  const watch = clockWatch({
    clock,
    databaseTime: async () => {
      const readMs = clock.now() + database.aheadMs
      clock.turn(database.answersAfterMs)
      return readMs
    },
    onDiffer: (aheadSeconds) => void heard.push(aheadSeconds),
    onAgree: () => void heard.push('agree'),
  })
  return { watch, database, heard }
}

describe('a process compares its clock with that of the database', () => {
  it('and reports once by how much it is ahead or behind, and once that both agree again', async () => {
    const { watch, database, heard } = stage()
    for (const aheadMs of [0, -DAY, -DAY, 0, 0, 6 * SECOND, 0]) {
      database.aheadMs = aheadMs
      await watch.compare()
      expect(watch.aheadMs()).to.equal(-aheadMs)
    }
    expect(heard).to.deep.equal([86_400, 'agree', -6, 'agree'])
  })

  it('and takes neither some seconds nor a slow answer for a wrong clock', async () => {
    const { watch, database, heard } = stage()
    database.aheadMs = 4 * SECOND
    await watch.compare()
    Object.assign(database, { aheadMs: 0, answersAfterMs: 60 * SECOND })
    await watch.compare()
    expect(watch.aheadMs()).to.equal(0)
    database.aheadMs = -10 * SECOND
    await watch.compare()
    expect(watch.aheadMs()).to.equal(10 * SECOND)
    expect(heard).to.deep.equal([10])
  })

  it('and keeps what it knew where the database does not answer', async () => {
    const clock = manualClock()
    const answers: (() => Promise<number>)[] = [
      async () => clock.now() - DAY,
      () => Promise.reject(new Error('the database is away')),
    ]
    const ignore = (): void => undefined
    const ask = (): Promise<number> => answers.shift()?.() ?? Promise.reject(new Error('asked too often'))
    const watch = clockWatch({ clock, databaseTime: ask, onDiffer: ignore, onAgree: ignore })
    await watch.compare()
    expect(await watch.compare().catch(String)).to.contain('away')
    expect(watch.aheadMs()).to.equal(DAY)
  })
})
