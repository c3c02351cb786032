import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { leaveTogether } from '../../../../src/adapters/http/sending/leave-together.ts'

describe('answers of one turn', () => {
  it('leave behind all other work of it, in their order, each once', async () => {
    const done: string[] = []
    leaveTogether(() => done.push('first'))
    await Promise.resolve().then(() => {
      leaveTogether(() => done.push('second'))
      done.push('work')
    })
    expect(done).to.deep.equal(['work'])
    await nextTurn()
    expect(done).to.deep.equal(['work', 'first', 'second'])
    await nextTurn()
    expect(done).to.have.length(3)
  })

  it('make way for one that comes while they leave: it leaves in the next turn', async () => {
    const done: string[] = []
    leaveTogether(() => {
      leaveTogether(() => done.push('late'))
      done.push('first')
    })
    await nextTurn()
    expect(done).to.deep.equal(['first'])
    await nextTurn()
    expect(done).to.deep.equal(['first', 'late'])
  })
})
