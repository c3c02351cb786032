import { expect } from 'chai'
import { refusedContent } from '../../../../../src/adapters/http/messages/request/refused-content.ts'
import { nativeFields } from '../../../../support/chat/chat-calls.ts'

/** Where a conversation with these blocks is refused. */
const placeOf = (role: string, ...content: readonly unknown[]): unknown => {
  const messages = JSON.stringify([
    { role: 'user', content: 'hi' },
    { role, content },
  ])
  const failure = refusedContent(nativeFields({ model: '"m"', messages }))
  if (failure === null) return null
  return failure.tag === 'validation_error' ? failure.problems[0]?.path.join('.') : failure.param
}

const IMAGE = { type: 'image', source: { type: 'file', file_id: 'file_1' } }

describe('refusedContent', () => {
  it('names a file that the provider has stored, in any block of any turn', () => {
    expect(placeOf('assistant', { type: 'text', text: 'a' }, IMAGE)).to.equal('messages.1.content.1.source.file_id')
    expect(placeOf('user', { type: 'container_upload', file_id: 'file_1' })).to.equal('messages.1.content.0.file_id')
    const result = { type: 'tool_result', tool_use_id: 't', content: [IMAGE] }
    expect(placeOf('user', result)).to.equal('messages.1.content.0.content.0.source.file_id')
    const run = { type: 'code_execution_tool_result', content: { content: [{ type: 'x', file_id: 'file_1' }] } }
    expect(placeOf('assistant', run)).to.equal('messages.1.content.0.content.content.0.file_id')
    const system = JSON.stringify([{ type: 'text', text: 'a', citations: [{ file_id: 'file_1' }] }])
    expect(refusedContent(nativeFields({ system }))).to.have.property('tag', 'validation_error')
  })

  it('reads names that are written with escapes', () => {
    const messages = '[{"role":"user","content":[{"type":"container_upload","file\\u005fid":"file_1"}]}]'
    expect(refusedContent(nativeFields({ messages }))).to.have.property('tag', 'validation_error')
  })

  it('names a tool with a type of its own that the conversation declares', () => {
    const addition = (definition: object) => ({ type: 'tool_addition', tool: { type: 'tool_definition', definition } })
    const place = 'messages.1.content.0.tool.definition.type'
    expect(placeOf('system', addition({ type: 'web_search_20260318', name: 'web_search' }))).to.equal(place)
    expect(placeOf('system', addition({ type: 'mcp_toolset', mcp_server_name: 's' }))).to.equal(place)
    expect(placeOf('system', addition({ name: 'look', input_schema: {} }))).to.equal(null)
    expect(placeOf('system', addition({ type: 'custom', name: 'look', input_schema: {} }))).to.equal(null)
  })

  it('leaves alone the input of a call of a tool, citations without a file, and words', () => {
    const input = { file_id: 'their own', definition: { type: 'noun' } }
    expect(placeOf('assistant', { type: 'tool_use', id: 't', name: 'open', input })).to.equal(null)
    expect(placeOf('assistant', { type: 'text', text: 'file_id', citations: [{ file_id: null }] })).to.equal(null)
    expect(placeOf('user', { type: 'tool_result', tool_use_id: 't', content: '{"file_id":"a"}' })).to.equal(null)
  })
})
