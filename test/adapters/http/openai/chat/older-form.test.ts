import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { chatRequest } from '../../../../../src/adapters/http/openai/chat/chat-request-codec.ts'
import { toNewerForm } from '../../../../../src/adapters/http/openai/chat/older-form.ts'

const USER = { role: 'user', content: 'What is the weather?' }
const WEATHER = { name: 'weather', parameters: { type: 'object', properties: {} } }
const CALL = { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{"city":"Oslo"}' } }
const RESULT = { role: 'function', name: 'weather', content: 'rain' }

const newer = (fields: object) => {
  const decoded = chatRequest.decode({ model: 'm', messages: [USER], ...fields })
  if (isLeft(decoded)) throw new Error('the request is not valid')
  return toNewerForm(decoded.right)
}

const read = (fields: object) => {
  const form = newer(fields)
  if (isLeft(form)) throw new Error(form.left.param)
  return form.right
}

describe('a chat request in the older form', () => {
  it('offers its functions as tools, and says which must be called', () => {
    const { request, isOlder } = read({ functions: [WEATHER], function_call: { name: 'weather' }, temperature: 0 })
    expect(isOlder).to.equal(true)
    expect(request).to.deep.equal({
      model: 'm',
      messages: [USER],
      temperature: 0,
      tools: [{ type: 'function', function: WEATHER }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    })
    for (const choice of ['auto', 'none']) {
      expect(read({ functions: [WEATHER], function_call: choice }).request.tool_choice).to.equal(choice)
    }
  })

  it('has calls with ids that their results name, the same ones each time', () => {
    const messages = [USER, CALL, RESULT, { ...USER, content: 'And now?' }, CALL, RESULT]
    const called = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: CALL.function_call }],
    })
    const result = (id: string) => ({ role: 'tool', content: 'rain', tool_call_id: id })
    expect(read({ messages }).request.messages).to.deep.equal([
      USER,
      called('call_function_1'),
      result('call_function_1'),
      { ...USER, content: 'And now?' },
      called('call_function_4'),
      result('call_function_4'),
    ])
    expect(read({ messages: [USER, RESULT] }).request.messages[1]).to.deep.equal({ role: 'tool', content: 'rain' })
  })

  it('names fields where the caller wrote them', () => {
    const { pathOf } = read({ functions: [WEATHER], function_call: 'auto', messages: [USER, CALL, RESULT] })
    const table = [
      ['tools', 'functions'],
      ['tools.0.function.parameters', 'functions.0.parameters'],
      ['tools[0].function.name', 'functions[0].name'],
      ['tools.function.foo', 'functions.foo'],
      ['tool_choice.function', 'function_call'],
      ['messages.1.tool_calls.0.function', 'messages.1.function_call'],
      ['messages[1].tool_calls[0].id', 'messages.1.function_call'],
      ['messages.2.tool_call_id', 'messages.2.role'],
      ['n', 'n'],
    ] as const
    expect(table.map(([path]) => pathOf?.(path))).to.deep.equal(table.map(([, older]) => older))
  })

  it('names fields of the newer form by their names, whatever else is in the older one', () => {
    const newerCall = { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: CALL.function_call }] }
    const { pathOf } = read({ tool_choice: 'required', messages: [USER, newerCall, USER, CALL, RESULT] })
    for (const path of ['tool_choice', 'messages.1.tool_calls.0.id', 'tools']) expect(pathOf?.(path)).to.equal(path)
    expect(pathOf?.('messages.3.tool_calls')).to.equal('messages.3.function_call')
  })

  it('gives the result of a call that is written in both forms the id of that call', () => {
    const both = { ...CALL, tool_calls: [{ id: 'a', type: 'function', function: CALL.function_call }] }
    expect(read({ messages: [USER, both, RESULT] }).request.messages[2]).to.deep.include({ tool_call_id: 'a' })
  })

  it('is refused where it offers tools in both forms, and where its values are none', () => {
    const both = newer({ functions: [WEATHER], tools: [{ type: 'function', function: WEATHER }] })
    expect(isLeft(both) && both.left.param).to.equal('functions')
    const choice = newer({ function_call: 'none', tools: [{ type: 'function', function: WEATHER }] })
    expect(isLeft(choice) && choice.left.param).to.equal('function_call')
    for (const wrong of [
      { function_call: 'required' },
      { functions: {} },
      { messages: [{ ...CALL, function_call: {} }] },
    ]) {
      expect(isRight(chatRequest.decode({ model: 'm', messages: [USER], ...wrong })), JSON.stringify(wrong)).to.equal(
        false,
      )
    }
  })

  it('leaves a request as it is that has nothing of it, or only nulls', () => {
    const { request, isOlder, pathOf } = read({ tools: [{ type: 'function', function: WEATHER }] })
    expect([request.messages, isOlder, pathOf]).to.deep.equal([[USER], false, null])
    const nulls = read({ functions: null, function_call: null, messages: [{ ...USER, function_call: null }] })
    expect([nulls.request, nulls.isOlder]).to.deep.equal([{ model: 'm', messages: [USER] }, false])
  })
})
