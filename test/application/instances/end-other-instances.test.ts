import { expect } from 'chai'
import { endLostWork } from '../../../src/application/instances/end-lost-work.ts'
import { endOtherInstances } from '../../../src/application/instances/end-other-instances.ts'
import { memoryInstances } from '../../twins/process/instances.ts'

describe('the end of all other instances', () => {
  it('ends all other instances first, then what they left open, and tells how much that was', async () => {
    const instances = memoryInstances()
    for (const each of ['own', 'dead']) await instances.begin(each)
    const livingThen: boolean[] = []
    const found =
      <A>(left: A) =>
      async (): Promise<A> => {
        livingThen.push(instances.isLiving('dead'))
        return left
      }
    const run = endOtherInstances({
      instances,
      instance: { id: 'own' },
      endLostWork: endLostWork({
        sweepHolds: found({ released: 1 }),
        sweepReservations: found(2),
        sweepRecords: found({ failed: 3 }),
      }),
      sweepLostVideos: async (own) => (own === 'own' ? await found(4)() : 0),
    })
    expect(await run()).to.deep.equal({ released: 1, reservations: 2, failed: 3, videos: 4 })
    expect(livingThen).to.deep.equal([false, false, false, false])
    expect(instances.isLiving('own')).to.equal(true)
  })
})
