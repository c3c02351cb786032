import { expect } from 'chai'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { boundedWork } from '../../../src/application/load/bounded-work.ts'

describe('bounded work', () => {
  it('runs some, queues some in order, refuses the rest', async () => {
    const bounded = boundedWork({ mostAtOnce: 2, mostWaiting: 3 })
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

  it('gives the place back when the work fails', async () => {
    const bounded = boundedWork({ mostAtOnce: 1, mostWaiting: 0 })
    const failed = await bounded(() => Promise.reject(new Error('broken'))).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error)
    expect(isRight(await bounded(async () => 'done'))).to.equal(true)
  })
})
