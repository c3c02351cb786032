import { expect } from 'chai'
import { wordProbabilities } from '../../../../src/adapters/providers/sandbox/word-probabilities.ts'

const PIECES = ['one', ' two', ' три', ' four', ' five', ' six', ' seven', ' eight']

const tell = (given: object) => wordProbabilities({ model: 'm', messages: [], ...given }, PIECES) ?? undefined

describe('the probabilities of the words of an answer', () => {
  it('are one a word with its bytes, the same for the same answer, and none unasked', () => {
    const shown = tell({ logprobs: true })
    expect(shown?.map(({ token }) => token)).to.deep.equal(PIECES)
    expect(shown?.map(({ bytes }) => Buffer.from(bytes).toString())).to.deep.equal(PIECES)
    expect(tell({ logprobs: true })).to.deep.equal(shown)
    expect(tell({ logprobs: false })).to.equal(undefined)
    expect(tell({ top_logprobs: 3 })).to.equal(undefined)
  })

  it('come with as many alternatives as are asked for, the word first and the likeliest, and no more than all in sum', () => {
    for (const [asked, count] of [
      [undefined, 0],
      [0, 0],
      [1, 1],
      [5, 5],
      [20, 20],
      [999, 20],
      ['5', 0],
    ] as const) {
      for (const { top_logprobs: top, ...word } of tell({ logprobs: true, top_logprobs: asked }) ?? []) {
        expect(top).to.have.length(count)
        if (count > 0) expect(top[0]).to.deep.equal(word)
        const logprobs = top.map(({ logprob }) => logprob)
        expect(logprobs).to.deep.equal(logprobs.toSorted((one, other) => other - one))
        expect(logprobs.reduce((sum, logprob) => sum + Math.exp(logprob), 0)).to.be.at.most(1)
      }
    }
  })
})
