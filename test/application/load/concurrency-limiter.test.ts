import { expect } from 'chai'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { timed } from '../../support/timed.ts'
import { concurrencyLimiter } from '../../../src/application/load/concurrency-limiter.ts'

describe('bounded work', () => {
  it('runs some pieces of work, queues some in order, and refuses the rest', async () => {
    const bounded = concurrencyLimiter({ maxConcurrent: 2, maxQueued: 3 })
    const begun: number[] = []
    const ends: (() => void)[] = []
    const outcomes = Array.from({ length: 7 }, (_, index) =>
      bounded(async () => {
        begun.push(index)
        await new Promise<void>((resolve) => void ends.push(resolve))
        return index
      }),
    )
    expect((await Promise.all(outcomes.slice(5))).every(isLeft)).to.equal(true)
    expect(begun).to.deep.equal([0, 1])
    for (let ended = 0; ended < 5; ended += 1) {
      ends[ended]?.()
      expect(await outcomes[ended]).to.deep.equal(right(ended))
      await Promise.resolve()
    }
    expect(begun).to.deep.equal([0, 1, 2, 3, 4])
    const again = bounded(async () => 'again')
    expect(await again).to.deep.equal(right('again'))
  })

  it('frees the place when the work fails', async () => {
    const bounded = concurrencyLimiter({ maxConcurrent: 1, maxQueued: 0 })
    const failed = await bounded(() => Promise.reject(new Error('broken'))).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    expect(isRight(await bounded(async () => 'done'))).to.equal(true)
  })

  it('begins work of the lane ahead before ordinary work, and refuses each lane by its own limit', async () => {
    const bounded = concurrencyLimiter({ maxConcurrent: 1, maxQueued: 2 })
    const begun: string[] = []
    const work = (name: string) => async () => void begun.push(name)
    const ordinary = ['running', 'first', 'second', 'refused'].map((name) => bounded(work(name)))
    const ahead = ['urgent', 'urgent too', 'refused'].map((name) => bounded(work(name), 'ahead'))
    const outcomes = await Promise.all([...ordinary, ...ahead])
    expect(begun).to.deep.equal(['running', 'urgent', 'urgent too', 'first', 'second'])
    expect(outcomes.map((outcome) => isLeft(outcome))).to.deep.equal([false, false, false, true, false, false, true])
  })

  it('begins 200,000 pieces of waiting work, in order, in a time that grows with their number', async () => {
    const bounded = concurrencyLimiter({ maxConcurrent: 1, maxQueued: Number.POSITIVE_INFINITY })
    const begun: number[] = []
    const { ms } = await timed(() =>
      Promise.all(Array.from({ length: 200_000 }, (_, nth) => bounded(async () => void begun.push(nth)))),
    )
    expect(begun).to.have.length(200_000)
    expect(begun.every((nth, at) => nth === at)).to.equal(true)
    expect(ms).to.be.below(20_000)
  })
})
