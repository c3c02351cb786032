import { expect } from 'chai'
import fc from 'fast-check'
import { editDistance } from '../../src/domain/edit-distance.ts'

const exhaustive = (one: string, other: string): number => {
  if (one === '' || other === '') return one.length + other.length
  const change = exhaustive(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1)
  return Math.min(change, exhaustive(one.slice(1), other) + 1, exhaustive(one, other.slice(1)) + 1)
}

describe('the edits between two texts', () => {
  it('are as many as an exhaustive comparison finds, up to the most that is asked for', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 5 }), (one, other, most) => {
        expect(editDistance(one, other, most)).to.equal(Math.min(exhaustive(one, other), most + 1))
      }),
    )
  })
})
