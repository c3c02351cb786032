import { expect } from 'chai'
import { evictOldest } from '../../../src/application/load/evict-oldest.ts'

describe('the oldest entry of a map', () => {
  it('is evicted once the map holds more than its bound, and an entry that is put anew is no longer the oldest', () => {
    const map = new Map<string, number>()
    for (const name of ['a', 'b', 'c']) {
      map.set(name, map.size)
      evictOldest(map, 3)
    }
    expect([...map.keys()]).to.deep.equal(['a', 'b', 'c'])
    map.delete('a')
    map.set('a', 3)
    map.set('d', 4)
    evictOldest(map, 3)
    expect([...map.keys()]).to.deep.equal(['c', 'a', 'd'])
  })
})
