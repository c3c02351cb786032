import { expect } from 'chai'
import { sharedWork } from '../../src/application/shared-work.ts'

describe('work that callers share by its name', () => {
  it('is done once for all that ask while it runs, and again for the next', async () => {
    const shared = sharedWork<number>()
    let begun = 0
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
    const work = async (): Promise<number> => {
      begun += 1
      const number = begun
      await mayEnd
      return number
    }
    const asked = [shared('one', work), shared('one', work), shared('another', work)]
    end(undefined)
    expect(await Promise.all(asked)).to.deep.equal([1, 1, 2])
    expect(await shared('one', work)).to.equal(3)
  })

  it('fails for all that asked while it ran, and is tried again for the next', async () => {
    const shared = sharedWork<string>()
    const fail = (): Promise<string> => Promise.reject(new Error('no'))
    const failed = await Promise.allSettled([shared('one', fail), shared('one', fail)])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(await shared('one', () => Promise.resolve('yes'))).to.equal('yes')
  })
})
