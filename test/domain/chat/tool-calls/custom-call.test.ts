import { expect } from 'chai'
import { customForm, fromCustomForm } from '../../../../src/domain/chat/tool-calls/custom-call.ts'

describe('the call of a custom tool', () => {
  const wire = { id: 'c', type: 'custom', custom: { name: 'shell', input: 'ls -l' } }
  const call = { id: 'c', type: 'custom', function: { name: 'shell', arguments: 'ls -l' } }

  it('is read like the call of a function, and is written as the wire has it', () => {
    expect(fromCustomForm(wire)).to.deep.equal(call)
    expect(customForm(call)).to.deep.equal(wire)
  })

  it('is written piece by piece, each with what it has', () => {
    expect(customForm({ index: 1, function: { arguments: ' -a' } })).to.deep.equal({
      index: 1,
      custom: { input: ' -a' },
    })
    expect(customForm({ index: 1 })).to.deep.equal({ index: 1, custom: {} })
  })
})
