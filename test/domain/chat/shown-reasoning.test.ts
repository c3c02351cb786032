import { expect } from 'chai'
import { asksToSeeReasoning, isWishUnfulfilled, showsReasoning } from '../../../src/domain/chat/shown-reasoning.ts'

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

  it('is other than what was asked for, or was asked for in no known way', () => {
    const unfulfilled = (wish: unknown, isShown: boolean): boolean =>
      isWishUnfulfilled({ include_reasoning: wish }, isShown)
    const both = (wish: unknown) => [unfulfilled(wish, true), unfulfilled(wish, false)]
    expect(both(true)).to.deep.equal([false, true])
    expect(both(false)).to.deep.equal([true, false])
    expect(both('yes')).to.deep.equal([true, true])
    expect(both(null)).to.deep.equal([false, false])
    expect(isWishUnfulfilled({ include_reasoning: true, reasoning_effort: 'none' }, false)).to.equal(false)
  })
})
