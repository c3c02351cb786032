import { expect } from 'chai'
import { bookStage, endAt, OTHER_KEY } from '../../billing/reservations/book-stage.ts'
import type { BookStage } from '../../billing/reservations/book-stage.ts'

/** Ends a call by a verdict that never comes. */
const loseVerdict = async (on: BookStage): Promise<string> => {
  const call = await on.call()
  call?.end(Promise.reject(new Error('no verdict')))
  await on.settle()
  return call!.operationId
}

const FREE = { state: 'released', releaseReason: 'upstream_failed', settledAmount: null }

describe('a call whose verdict cannot be worked out', () => {
  it('gives its hold back at once, and is reported: its process may run for months', async () => {
    const on = bookStage()
    const operationId = await loseVerdict(on)
    expect(on.memory.holds.get(operationId)).to.include(FREE)
    expect(on.troubles).to.deep.equal(['lost'])
  })

  it('is no longer under way for its key, which makes room for another one', async () => {
    const on = bookStage({ mostKeys: 1 })
    await loseVerdict(on)
    for (let nth = 0; nth < 3; nth += 1) {
      const call = await on.call(10n, OTHER_KEY)
      call?.end(endAt(4n))
      await on.settle()
    }
    expect(on.tags()).to.include('reserve')
  })

  it('has its row, and keeps nothing of the reservation that admitted it', async () => {
    const on = bookStage()
    await on.warmUp()
    const operationId = await loseVerdict(on)
    expect(on.tags().at(-1)).to.equal('capture')
    expect(on.memory.holds.get(operationId)).to.include(FREE)
    expect(on.book.underWay(operationId)).to.equal(null)
    expect(on.troubles).to.deep.equal(['lost'])
  })
})
