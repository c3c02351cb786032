import { expect } from 'chai'
import { keptBytes } from '../../../src/application/load/kept-bytes.ts'
import { MAX_ANSWER_BYTES, memoryBudget } from '../../../src/application/load/memory-budget.ts'

const roomy = () => memoryBudget(4 * MAX_ANSWER_BYTES, MAX_ANSWER_BYTES).open('caller')

describe('what a stream keeps', () => {
  it('is counted in steps, each byte once', () => {
    const memory = roomy()
    const roomFor = keptBytes(memory)
    const counted = [65_535, 65_536, 100_000, 131_072].map((kept) => {
      void roomFor(kept)
      return memory.bytes()
    })
    expect(counted).to.deep.equal([0, 65_536, 65_536, 131_072])
  })

  it('is counted by all that keep a part of it, together up to the largest whole answer', () => {
    const memory = roomy()
    const [words, frames] = [keptBytes(memory), keptBytes(memory)]
    for (const roomFor of [words, frames, frames]) expect(roomFor(MAX_ANSWER_BYTES * 0.75)).to.equal(null)
    expect(frames(MAX_ANSWER_BYTES * 2)).to.equal(null)
    expect(memory.bytes()).to.equal(MAX_ANSWER_BYTES - 1)
  })

  it('needs no budget', () => {
    expect(keptBytes(undefined)(MAX_ANSWER_BYTES)).to.equal(null)
  })
})
