import { expect } from 'chai'
import { evictingMap } from '../../../src/infrastructure/observability/evicting-map.ts'

const ids = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `id ${from + index}`)

describe('a map that evicts what is not taken', () => {
  it('holds an entry until half as many as it may hold have come behind it', () => {
    const map = evictingMap<string>(10)
    for (const id of ids(0, 10)) map.set(id, `value of ${id}`)
    for (const id of ids(0, 10)) expect(map.get(id)).to.equal(`value of ${id}`)
  })

  it('holds no more than it may, however many come', () => {
    const map = evictingMap<string>(10)
    for (const id of ids(0, 1000)) map.set(id, id)
    const held = ids(0, 1000).filter((id) => map.get(id) !== undefined)
    expect(held).to.include.members([...ids(995, 1000)])
    expect(held.length).to.be.at.most(10)
  })

  it('gives an entry of any age away', () => {
    const map = evictingMap<string>(10)
    for (const id of ids(0, 10)) map.set(id, id)
    for (const id of ['id 0', 'id 9']) expect(map.take(id)).to.equal(id)
    expect(ids(0, 10).filter((id) => map.get(id) === undefined)).to.deep.equal(['id 0', 'id 9'])
  })
})
