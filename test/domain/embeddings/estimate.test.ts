import { expect } from 'chai'
import { estimateTokens } from '../../../src/domain/embeddings/estimate.ts'

describe('the tokens of a request that its provider did not count', () => {
  it('are the numbers that were sent, and what a tokenizer finds in the texts', () => {
    expect(estimateTokens(['one', [1, 2, 3], 'two', [4]])).to.deep.equal({ countable: ['one', 'two'], tokens: 4 })
  })

  it('are estimated by their length where counting the texts would take too long', () => {
    const long = 'a'.repeat(300_000)
    expect(estimateTokens([long, long, [1]])).to.deep.equal({ countable: [], tokens: 200_001 })
  })
})
