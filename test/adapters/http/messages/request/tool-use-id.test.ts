import { expect } from 'chai'
import fc from 'fast-check'
import { fromToolUseId, toToolUseId } from '../../../../../src/adapters/http/messages/request/tool-use-id.ts'

describe('the id of a tool call', () => {
  it('stays whole inside one that Anthropic’s clients take', () => {
    expect(toToolUseId('call_abc')).to.equal('toolu_w_call_abc')
    expect(toToolUseId('toolu_01Abc')).to.equal('toolu_01Abc')
    expect(toToolUseId('Bash:0')).to.match(/^toolu_b_[A-Za-z0-9_-]+$/)
  })

  it('is always the same valid id, comes back as it was, and no two become one', () => {
    const id = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.constantFrom('toolu_w_x', 'toolu_b_eA', 'toolu_w_toolu_w_x', 'toolu_', 'x'),
      fc.string().map((rest) => `toolu_b_${rest}`),
    )
    fc.assert(
      fc.property(id, id, (one, other) => {
        fc.pre(one.isWellFormed() && other.isWellFormed())
        expect(toToolUseId(one)).to.match(/^toolu_[A-Za-z0-9_-]+$/)
        expect(fromToolUseId(toToolUseId(one))).to.equal(one)
        expect(toToolUseId(one) === toToolUseId(other)).to.equal(one === other)
      }),
    )
  })

  it('is not touched where it was not made here', () => {
    for (const id of ['toolu_01Abc', 'call_1', 'toolu_b_%', 'toolu_b_a']) expect(fromToolUseId(id)).to.equal(id)
  })
})
