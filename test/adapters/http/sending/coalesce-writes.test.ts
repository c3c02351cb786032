import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { coalesceWrites } from '../../../../src/adapters/http/sending/coalesce-writes.ts'

describe('answers of one turn', () => {
  it('are written after all other work of that turn, in their order, each once', async () => {
    const done: string[] = []
    coalesceWrites(() => done.push('first'))
    await Promise.resolve().then(() => {
      coalesceWrites(() => done.push('second'))
      done.push('work')
    })
    expect(done).to.deep.equal(['work'])
    await nextTurn()
    expect(done).to.deep.equal(['work', 'first', 'second'])
    await nextTurn()
    expect(done).to.have.length(3)
  })

  it('do not include one that comes while they are written: it is written in the next turn', async () => {
    const done: string[] = []
    coalesceWrites(() => {
      coalesceWrites(() => done.push('late'))
      done.push('first')
    })
    await nextTurn()
    expect(done).to.deep.equal(['first'])
    await nextTurn()
    expect(done).to.deep.equal(['first', 'late'])
  })
})
