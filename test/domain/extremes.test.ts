import { expect } from 'chai'
import { largestOf, smallestOf } from '../../src/domain/extremes.ts'

describe('smallestOf and largestOf', () => {
  it('find the smallest and the largest number, however many there are', () => {
    const many = Array.from({ length: 300_000 }, (_, index) => index - 7)
    expect([smallestOf(many), largestOf(new Set(many))]).to.deep.equal([-7, 299_992])
  })

  it('are infinite where there is no number', () => {
    expect([smallestOf([]), largestOf([])]).to.deep.equal([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
  })
})
