import { expect } from 'chai'
import { toolsToCall } from '../../../../src/adapters/providers/sandbox/tool-to-call.ts'
import type { ToolMode } from '../../../../src/adapters/providers/sandbox/tool-to-call.ts'
import type { ChatMessage } from '../../../../src/domain/chat/message.ts'

const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
const tools = ['Task', 'get_weather', 'getLocalTime', 'Bash'].map(tool)

const namesFor = (messages: readonly ChatMessage[], more: object = {}, mode: ToolMode = 'eager') => {
  const called = toolsToCall({ model: 'm', messages, tools, ...more }, mode)
  return typeof called === 'string' ? called : called.map(({ name }) => name)
}

const asked = (content: string): ChatMessage => ({ role: 'user', content })
const calls: ChatMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'Bash', arguments: '{}' } }],
}
const result: ChatMessage = { role: 'tool', tool_call_id: 'a', content: 'sandbox' }

describe('toolsToCall of an eager model', () => {
  it('takes the tool whose name the user says, however it is written', () => {
    expect(namesFor([asked('What is the weather in Oslo?')])).to.deep.equal(['get_weather'])
    expect(namesFor([asked('The local time, please')])).to.deep.equal(['getLocalTime'])
  })

  it('takes a tool that runs commands where none is named, and the first where there is none', () => {
    expect(namesFor([asked('Do something')])).to.deep.equal(['Bash'])
    expect(namesFor([asked('Do something')], { tools: tools.slice(0, 2) })).to.deep.equal(['Task'])
  })

  it('calls two at once where the user asks for both, in English or Russian, unless parallel calls are off', () => {
    const both = [asked('Both the weather and the time')]
    expect(namesFor(both)).to.deep.equal(['get_weather', 'getLocalTime'])
    expect(namesFor([asked('weather в Осло и Бергене, обе')])).to.deep.equal(['get_weather', 'get_weather'])
    expect(namesFor([asked('weather in two cities')])).to.deep.equal(['get_weather', 'get_weather'])
    expect(namesFor(both, { parallel_tool_calls: false })).to.deep.equal(['get_weather'])
  })

  it('answers behind results, also where a note of the client follows them', () => {
    for (const choice of ['auto', 'required', undefined]) {
      expect(namesFor([asked('weather'), calls, result], { tool_choice: choice })).to.deep.equal([])
    }
    expect(namesFor([asked('weather'), calls, result, asked('<reminder>weather</reminder>')])).to.deep.equal([])
    expect(namesFor([asked('weather'), calls, result, { role: 'assistant', content: 'x' }])).to.deep.equal([])
  })

  it('calls again for a new question', () => {
    const before: readonly ChatMessage[] = [asked('weather'), calls, result, { role: 'assistant', content: 'done' }]
    expect(namesFor([...before, asked('weather')])).to.deep.equal(['get_weather'])
  })

  it('obeys the choice of the request', () => {
    const named = { type: 'function', function: { name: 'Task' } }
    const question = [asked('both, the weather and the time')]
    expect(namesFor(question, { tool_choice: 'none' })).to.deep.equal([])
    expect(namesFor([asked('weather')], { tool_choice: named })).to.deep.equal(['Task'])
    expect(namesFor(question, { tool_choice: { type: 'function', function: { name: 'x' } } })).to.equal('unknown_tool')
    const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [named] } }
    expect(namesFor([asked('weather')], { tool_choice: allowed })).to.deep.equal(['Task'])
  })

  it('calls tools of the type custom, by itself and where the request chooses one', () => {
    const custom = (name: string) => ({ type: 'custom', custom: { name } })
    const mixed = { tools: [tool('get_weather'), custom('apply_patch'), custom('notes')] }
    const question = [asked('Take notes')]
    expect(namesFor(question, mixed)).to.deep.equal(['notes'])
    expect(namesFor(question, { ...mixed, tool_choice: custom('apply_patch') })).to.deep.equal(['apply_patch'])
    const allowed = { mode: 'required', tools: [custom('apply_patch')] }
    const choice = { type: 'allowed_tools', allowed_tools: allowed }
    expect(namesFor(question, { ...mixed, tool_choice: choice })).to.deep.equal(['apply_patch'])
    const alone = { tools: [custom('notes')], tool_choice: 'required' }
    expect(namesFor([asked('go')], alone, 'only_when_asked')).to.deep.equal(['notes'])
  })
})
