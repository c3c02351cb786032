import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { sharedLimiter } from '../../../src/application/load/shared-limiter.ts'

const limits = (threads: number, ofCaller: { readonly maxConcurrent: number; readonly maxQueued: number }) =>
  sharedLimiter({ ofAll: { maxConcurrent: threads, maxQueued: 2 }, ofCaller })

describe('work of which each caller has its share', () => {
  it('begins by turns, in whatever order the callers asked', async () => {
    const inTurn = limits(1, { maxConcurrent: 1, maxQueued: 9 })
    const begun: string[] = []
    const work = (caller: string) => inTurn(caller, async () => void begun.push(caller))
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(work))
    expect(begun).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  it('leaves a place to others where one caller has all the work that it may', async () => {
    const inTurn = limits(2, { maxConcurrent: 1, maxQueued: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const greedy = [1, 2, 3].map(() => inTurn('a', () => promise))
    expect(isLeft(await (greedy[2] ?? right(null)))).to.equal(true)
    expect(await inTurn('b', async () => 'done')).to.deep.equal(right('done'))
    resolve()
    expect((await Promise.all(greedy)).map(isLeft)).to.deep.equal([false, false, true])
    expect(await inTurn('a', async () => 'again')).to.deep.equal(right('again'))
  })

  it('is refused where as many callers wait as may', async () => {
    const inTurn = limits(1, { maxConcurrent: 1, maxQueued: 9 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const asked = ['a', 'b', 'c', 'd'].map((caller) => inTurn(caller, () => promise))
    expect(isLeft(await (asked[3] ?? right(null)))).to.equal(true)
    resolve()
    expect((await Promise.all(asked)).map(isLeft)).to.deep.equal([false, false, false, true])
  })

  it('gives the place free where work fails', async () => {
    const inTurn = limits(1, { maxConcurrent: 1, maxQueued: 0 })
    const failed = await inTurn('a', () => Promise.reject(new Error('broken'))).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    expect(await inTurn('a', async () => 'done')).to.deep.equal(right('done'))
  })
})
