import { expect } from 'chai'
import { memoryBudget } from '../../../src/application/load/memory-budget.ts'
import type { HeldMemory } from '../../../src/application/ports/process/held-memory.ts'

describe('the budget of bytes in memory', () => {
  it('takes bytes until there is no room and has room again when they are given back, once', () => {
    const budget = memoryBudget(400, 10)
    const bodies = ['a', 'b', 'c'].map((caller) => budget.open(caller))
    expect(bodies.map((body) => body.add(80))).to.deep.equal([true, true, true])
    expect(bodies[0]?.add(1)).to.equal(false)
    expect(budget.open('a').hasRoom(1)).to.equal(false)
    bodies[1]?.release()
    bodies[1]?.release()
    expect(budget.bytesInFlight()).to.equal(160)
    expect(bodies[0]?.add(26)).to.equal(true)
    expect(budget.open('a').hasRoom(1)).to.equal(false)
  })

  it('leaves two thirds to others, however much one caller sends', () => {
    const budget = memoryBudget(300, 10)
    const bodies = Array.from({ length: 40 }, () => budget.open('greedy'))
    expect(bodies.filter((body) => body.add(10))).to.have.length(10)
    expect(budget.open('other').add(60)).to.equal(true)
    for (const body of bodies) body.release()
    expect(budget.bytesInFlight()).to.equal(60)
    expect(budget.open('greedy').hasRoom(80)).to.equal(true)
  })

  it('has room for one more caller behind eight that take all they may', () => {
    const budget = memoryBudget(1_000, 100)
    for (let caller = 0; caller < 8; caller += 1) {
      const greedy = budget.open(`greedy ${caller}`)
      while (greedy.add(1));
      expect(budget.open(`greedy ${caller}`).hasRoom(1)).to.equal(false)
    }
    expect(budget.open('modest').hasRoom(10)).to.equal(true)
  })

  it('lets the only caller hold the largest piece even where that is more than half', () => {
    const budget = memoryBudget(100, 80)
    const work = budget.open('a')
    expect(work.hasRoom(80)).to.equal(true)
    expect(work.hasRoom(81)).to.equal(false)
    budget.open('b').add(1)
    expect(work.hasRoom(80)).to.equal(false)
  })

  it('counts nothing of what it refused', () => {
    const budget = memoryBudget(100, 100)
    const body = budget.open('a')
    expect([body.add(60), body.add(60)]).to.deep.equal([true, false])
    body.release()
    expect(budget.bytesInFlight()).to.equal(0)
  })
})

describe('answers that bring more bytes than there is room for', () => {
  /** Brings an answer of so many bytes, ten at a time, and says whether it is here. */
  const bringing = (work: HeldMemory, bytes: number): (() => boolean) => {
    let isHere = false
    const bring = async (): Promise<void> => {
      for (let brought = 0; brought < bytes; brought += 10) await work.bring(10)
      isHere = true
    }
    void bring()
    return () => isHere
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  it('are all here in the end, one after the other, and never more than the budget and one of the largest at once', async () => {
    const budget = memoryBudget(400, 100)
    const answers = Array.from({ length: 40 }, (_, index) => {
      const work = budget.open(`caller ${index}`)
      return { work, isHere: bringing(work, 100) }
    })
    const waiting = new Set(answers)
    let most = 0
    for (let round = 0; waiting.size > 0 && round < 200; round += 1) {
      await turn()
      most = Math.max(most, budget.bytesInFlight())
      for (const answer of waiting) {
        if (!answer.isHere()) continue
        waiting.delete(answer)
        answer.work.release()
        break
      }
    }
    expect(waiting.size).to.equal(0)
    // What each of those that wait has just brought is here already.
    expect(most).to.be.within(400, 400 + 100 + 40 * 10)
    expect(budget.bytesInFlight()).to.equal(0)
  })

  it('wait for the other answers of the same caller, while those of others go on', async () => {
    const budget = memoryBudget(400, 50)
    const greedy = Array.from({ length: 4 }, () => budget.open('greedy'))
    const heard = greedy.map((work) => bringing(work, 100))
    await turn()
    const other = budget.open('other')
    const isOtherHere = bringing(other, 60)
    await turn()
    expect(isOtherHere()).to.equal(true)
    expect(heard.filter((isHere) => isHere()).length).to.be.lessThan(4)
    for (const work of greedy) {
      work.release()
      await turn()
    }
    other.release()
    expect(budget.bytesInFlight()).to.equal(0)
  })

  it('leave room for the answers of others, whatever the one ahead brings beyond the budget', async () => {
    const budget = memoryBudget(400, 100)
    for (let caller = 0; caller < 4; caller += 1) bringing(budget.open(`slow ${caller}`), 200)
    await turn()
    expect(budget.bytesInFlight()).to.be.at.least(350)
    const isHere = bringing(budget.open('modest'), 20)
    await turn()
    expect(isHere()).to.equal(true)
  })

  it('let go who waits for them when they end before they are here', async () => {
    const budget = memoryBudget(20, 20)
    const [first, second] = [budget.open('a'), budget.open('b')]
    bringing(first, 100)
    await turn()
    const isSecondHere = bringing(second, 20)
    await turn()
    expect(isSecondHere()).to.equal(false)
    first.release()
    await turn()
    expect(isSecondHere()).to.equal(true)
  })
})
