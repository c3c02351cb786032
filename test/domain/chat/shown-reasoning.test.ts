import { expect } from 'chai'
import { asksToSeeReasoning, showsReasoning } from '../../../src/domain/chat/shown-reasoning.ts'

describe('the reasoning that a caller is shown', () => {
  it('is asked for and refused by a switch, and left open by a caller who says nothing', () => {
    const wishes = [true, false, null, undefined, 'yes'].map((wish) => showsReasoning({ include_reasoning: wish }))
    expect(wishes).to.deep.equal([true, false, null, null, null])
    expect(showsReasoning({ reasoning_effort: 'high' })).to.equal(null)
  })

  it('is there only where the caller does not ask for none', () => {
    const asks = (effort?: string): boolean => asksToSeeReasoning({ include_reasoning: true, reasoning_effort: effort })
    expect([asks(), asks('low'), asks('none')]).to.deep.equal([true, true, false])
  })
})
