import { expect } from 'chai'
import { checkCapabilities } from '../../../../src/domain/chat/checks/required-capabilities.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'

type Fields = Readonly<Record<string, unknown>>

const messages = [{ role: 'user' as const, content: 'hi' }]
const tools = [{ type: 'function', function: { name: 'look' } }]

const checked = (fields: Fields) => checkCapabilities({ model: 'm', messages, ...fields }, chatModel())

const allowed = (mode: string): Fields => ({
  tool_choice: { type: 'allowed_tools', allowed_tools: { mode, tools: [] } },
})

describe('fields about tools', () => {
  const idle: readonly Fields[] = [
    { tools: [] },
    { tools: [], tool_choice: 'auto', parallel_tool_calls: true },
    { tools: null, tool_choice: 'none', parallel_tool_calls: false },
    allowed('auto'),
  ]
  for (const fields of idle) {
    it(`are left out where there is no tool: ${JSON.stringify(fields)}`, () => {
      expect(checked({ ...fields, seed: 1 })).to.have.deep.property('right', { model: 'm', messages, seed: 1 })
    })
  }

  it('go on where there is one', () => {
    const fields = { tools, tool_choice: 'auto', parallel_tool_calls: false }
    expect(checked(fields)).to.have.deep.property('right', { model: 'm', messages, ...fields })
  })

  const forced: readonly Fields[] = [
    { tool_choice: 'required' },
    { tools: [], tool_choice: { type: 'function', function: { name: 'look' } } },
    { tool_choice: { type: 'custom', custom: { name: 'look' } } },
    allowed('required'),
  ]
  for (const fields of forced) {
    it(`are refused where a tool must be called and there is none: ${JSON.stringify(fields)}`, () => {
      expect(checked(fields)).to.have.nested.property('left.param', 'tool_choice')
    })
  }
})
