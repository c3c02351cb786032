import { expect } from 'chai'
import {
  effortOf,
  effortOfBudget,
  measureFieldOf,
  thinkingBudgetOf,
} from '../../../src/domain/chat/reasoning-measure.ts'

describe('how much a model is to think', () => {
  it('is a word, or a number of tokens that asks for about as much', () => {
    expect([1, 4_095, 4_096, 16_383, 16_384].map(effortOfBudget)).to.deep.equal([
      'low',
      'low',
      'medium',
      'medium',
      'high',
    ])
    expect(effortOf({ reasoning: { max_tokens: 5_000 } })).to.equal('medium')
    expect(effortOf({ reasoning_effort: 'max', reasoning: { max_tokens: 5_000 } })).to.equal('max')
  })

  it('is not stated by a request without either, nor by an object that has no number', () => {
    for (const request of [{}, { reasoning: null }, { reasoning: { max_tokens: '5' } }, { reasoning: [5] }]) {
      expect([effortOf(request), thinkingBudgetOf(request), measureFieldOf(request)]).to.deep.equal([
        undefined,
        null,
        null,
      ])
    }
  })

  it('is named by the field that says it', () => {
    expect(measureFieldOf({ reasoning_effort: 'low' })).to.equal('reasoning_effort')
    expect(measureFieldOf({ reasoning: { max_tokens: 2_000 } })).to.equal('reasoning.max_tokens')
  })
})
