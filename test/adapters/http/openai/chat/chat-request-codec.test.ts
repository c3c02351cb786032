import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { problemsOf } from '../../../../../src/adapters/http/failures/validation.ts'
import { chatRequest } from '../../../../../src/adapters/http/openai/chat/chat-request-codec.ts'

/** The calls of a history as the codec reads them, or the places of what is wrong with them. */
const read = (...calls: readonly object[]): unknown => {
  const messages = [{ role: 'assistant', content: null, tool_calls: calls }]
  const decoded = chatRequest.decode({ model: 'vendor/model', messages })
  return isLeft(decoded)
    ? problemsOf(decoded.left, 'body').map(({ path }) => path.slice(3).join('.'))
    : decoded.right.messages[0]?.tool_calls
}

describe('a tool call in the history of a chat', () => {
  it('has the fields of its type: a function with arguments, or a custom tool with a text', () => {
    const called = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    expect(read(called)).to.deep.equal([called])
    expect(read({ id: 'c', type: 'custom', custom: { name: 'shell', input: 'ls' } })).to.deep.equal([
      { id: 'c', type: 'custom', function: { name: 'shell', arguments: 'ls' } },
    ])
  })

  it('is read by its type alone where it has the fields of both', () => {
    const both = { custom: { name: 'shell', input: 'ls' }, function: { name: 'f', arguments: '{}' } }
    expect(read({ id: 'c', type: 'custom', ...both })).to.deep.equal([
      { id: 'c', type: 'custom', function: { name: 'shell', arguments: 'ls' } },
    ])
  })

  it('is refused by the name of what its type lacks', () => {
    expect(read({ id: 'c', type: 'custom', function: { name: 'f', arguments: '{}' } })).to.deep.equal(['0.custom'])
    expect(read({ id: 'c', type: 'custom', custom: { name: 'f' } })).to.deep.equal(['0.custom.input'])
    expect(read({ id: 'c', type: 'function', custom: { name: 'f', input: '' } })).to.deep.equal(['0.function'])
  })
})
