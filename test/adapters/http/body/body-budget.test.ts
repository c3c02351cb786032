import { expect } from 'chai'
import { bodyBudget } from '../../../../src/adapters/http/body/body-budget.ts'

describe('the budget of bodies in memory', () => {
  it('takes bytes until it is full and has room again when they are given back, once', () => {
    const budget = bodyBudget(400, 10)
    const bodies = ['a', 'b', 'c', 'd'].map((caller) => budget.open(caller))
    expect(bodies.map((body) => body.add(100))).to.deep.equal([true, true, true, true])
    expect(budget.open('e').add(1)).to.equal(false)
    expect(budget.hasCapacity('e', 1)).to.equal(false)
    bodies[0]?.release()
    bodies[0]?.release()
    expect(budget.bytesInFlight()).to.equal(300)
    expect(budget.open('e').add(100)).to.equal(true)
    expect(budget.hasCapacity('a', 1)).to.equal(false)
  })

  it('leaves three quarters to others, however many bodies one caller sends', () => {
    const budget = bodyBudget(400, 10)
    const bodies = Array.from({ length: 20 }, () => budget.open('greedy'))
    expect(bodies.filter((body) => body.add(10))).to.have.length(10)
    expect(budget.open('other').add(100)).to.equal(true)
    for (const body of bodies) body.release()
    expect(budget.bytesInFlight()).to.equal(100)
    expect(budget.hasCapacity('greedy', 100)).to.equal(true)
  })

  it('lets one caller send the largest body even where that is more than the share', () => {
    const budget = bodyBudget(100, 80)
    expect(budget.hasCapacity('a', 80)).to.equal(true)
    expect(budget.hasCapacity('a', 81)).to.equal(false)
  })

  it('counts nothing of a body that it refused', () => {
    const budget = bodyBudget(100, 100)
    const body = budget.open('a')
    expect([body.add(60), body.add(60)]).to.deep.equal([true, false])
    body.release()
    expect(budget.bytesInFlight()).to.equal(0)
  })
})
