import { expect } from 'chai'
import fc from 'fast-check'
import {
  callIdFor,
  decodeCallId,
  encodeCallId,
} from '../../../../../src/adapters/providers/google/chat/tool-call-id.ts'

describe('tool call ids of Google', () => {
  it('give back every signature, in letters that any provider takes for an id', () => {
    const text = fc.oneof(fc.base64String({ minLength: 4 }), fc.string({ minLength: 1, unit: 'binary' }))
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), text, (providerCallId, thoughtSignature) => {
        const id = callIdFor(providerCallId, '01890a5d-ac96-774b-bcce-b302099a8057', 0)
        const encoded = encodeCallId({ id, thoughtSignature })
        expect(encoded).to.match(/^[A-Za-z0-9_-]+$/)
        expect(decodeCallId(encoded)).to.deep.equal({ id, thoughtSignature })
      }),
    )
  })

  it('leave ids alone that carry none', () => {
    for (const id of ['call_1', 'toolu_01', '', '__ts_', 'a__ts_', '__ts_abc', 'a__ts_ö']) {
      expect(decodeCallId(id)).to.deep.equal({ id, thoughtSignature: null })
    }
    expect(encodeCallId({ id: 'call_1', thoughtSignature: null })).to.equal('call_1')
  })

  it('are made where the provider gives none, or one that would be misread', () => {
    const made = callIdFor(null, '01890a5d-ac96-774b-bcce-b302099a8057', 2)
    expect(made).to.match(/^call_[a-z0-9]{20}0x2$/)
    expect(callIdFor('a__ts_b', '01890a5d-ac96-774b-bcce-b302099a8057', 2)).to.equal(made)
    expect(callIdFor('fc-1', 'x', 2)).to.equal('fc-1')
  })
})
