import { expect } from 'chai'
import { toolsWithoutReasoning } from '../../../../../src/adapters/http/openai/response-input/tools-without-reasoning.ts'
import { translated } from '../../../../support/responses/translated.ts'

const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }]

const asked = (body: Readonly<Record<string, unknown>>): unknown => {
  const { request, ignored } = toolsWithoutReasoning(translated(body))
  return [request['reasoning_effort'], ignored, ...(request['include_reasoning'] === true ? ['shown'] : [])]
}

describe('toolsWithoutReasoning', () => {
  it('asks for no thoughts beside tools, and names an effort that the caller asked for', () => {
    expect(asked({ tools })).to.deep.equal(['none', []])
    expect(asked({ tools, reasoning: { effort: 'none' } })).to.deep.equal(['none', []])
    expect(asked({ tools, reasoning: { effort: 'high' } })).to.deep.equal(['none', ['reasoning.effort']])
  })

  it('has no reasoning shown that there is not, and names that the caller asked for it', () => {
    expect(asked({ tools, reasoning: { summary: 'auto' } })).to.deep.equal(['none', ['reasoning.summary']])
    expect(asked({ reasoning: { summary: 'auto' } })).to.deep.equal([undefined, [], 'shown'])
  })

  it('leaves a request without tools as it is', () => {
    expect(asked({ reasoning: { effort: 'high' } })).to.deep.equal(['high', []])
    expect(asked({})).to.deep.equal([undefined, []])
  })
})
