import { expect } from 'chai'
import { refusedEdit } from '../../../../../src/adapters/http/messages/request/refused-edit.ts'

describe('refusedEdit', () => {
  const placeOf = (management: unknown): unknown => {
    const failure = refusedEdit({ model: 'm', context_management: management })
    return failure?.tag === 'unsupported_parameter' ? failure.param : failure
  }

  it('names the first edit that has the conversation summed up, by its place', () => {
    const edits = [{ type: 'clear_thinking_20251015' }, { type: 'compact_20260112' }, { type: 'compact_next' }]
    expect(placeOf({ edits })).to.equal('context_management.edits.1.type')
    expect(placeOf({ edits: [null, ...edits] })).to.equal('context_management.edits.2.type')
  })

  it('finds nothing in edits that only take something away, and in what is no list of edits', () => {
    expect(placeOf({ edits: [{ type: 'clear_tool_uses_20250919' }, {}, 'compact'] })).to.equal(null)
    for (const management of [undefined, null, 'compact', {}, { edits: { type: 'compact_20260112' } }]) {
      expect(placeOf(management)).to.equal(null)
    }
    expect(refusedEdit({ model: 'm' })).to.equal(null)
  })
})
