import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { checkVectors } from '../../../src/domain/embeddings/vectors.ts'

const vector = (...values: readonly number[]) => new Float32Array(values)

describe('the vectors of an answer', () => {
  const asked = { inputs: ['a', 'b'], dimensions: null }

  it('are one an input, of one length', () => {
    const vectors = [vector(1, 0), vector(0, 1)]
    expect(checkVectors(vectors, asked)).to.deep.equal({ _tag: 'Right', right: vectors })
    expect(isRight(checkVectors(vectors, { ...asked, dimensions: 2 }))).to.equal(true)
  })

  const WRONG: readonly (readonly [string, readonly Float32Array<ArrayBuffer>[], number | null])[] = [
    ['fewer than the inputs', [vector(1)], null],
    ['more than the inputs', [vector(1), vector(1), vector(1)], null],
    ['longer than any model makes them', [new Float32Array(65_537), new Float32Array(65_537)], null],
    ['of several lengths', [vector(1), vector(1, 2)], null],
    ['empty', [vector(), vector()], null],
    ['of other dimensions than were asked for', [vector(1, 2), vector(1, 2)], 3],
    ['not a number', [vector(1), vector(Number.NaN)], null],
    ['infinite', [vector(1), vector(1e39)], null],
  ]
  for (const [name, vectors, dimensions] of WRONG) {
    it(`are refused where they are ${name}`, () => {
      expect(checkVectors(vectors, { ...asked, dimensions })).to.have.nested.property('left.message')
    })
  }
})
