import { expect } from 'chai'
import { callInput } from '../../../../src/domain/chat/tool-calls/call-input.ts'

const objectIn = (json: string): object | null => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

describe('the input of a call', () => {
  it('is the object that its arguments say, and an empty one where they say nothing', () => {
    expect(callInput(' {"a": 1}', objectIn)).to.deep.equal({ a: 1 })
    for (const nothing of ['', ' ', 'null', ' null\n']) expect(callInput(nothing, objectIn)).to.deep.equal({})
  })

  it('has arguments that are no object word for word', () => {
    for (const broken of ['{"a": ', '[1]', 'Perm', '7']) {
      expect(callInput(broken, objectIn)).to.deep.equal({ INVALID_JSON: broken })
    }
  })
})
