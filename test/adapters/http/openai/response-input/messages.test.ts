import { expect } from 'chai'
import fc from 'fast-check'
import { refusedField, translated } from '../../../../support/responses/translated.ts'

const call = (id: string, name = 'look') => ({ type: 'function_call', call_id: id, name, arguments: '{}' })
const output = (id: string, text = `of ${id}`) => ({ type: 'function_call_output', call_id: id, output: text })
const chatCall = (id: string, name = 'look') => ({ id, type: 'function', function: { name, arguments: '{}' } })
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` })

const messagesOf = (input: readonly unknown[]) => translated({ input }).request.messages

describe('the items of an input as messages', () => {
  it('keep their roles, and the parts of their content', () => {
    const url = 'data:image/png;base64,AAAA'
    expect(
      messagesOf([
        { role: 'system', content: 's' },
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'd' }] },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'see' },
            { type: 'input_image', image_url: url, detail: 'low' },
          ],
        },
        { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'a boat' }] },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      ]),
    ).to.deep.equal([
      { role: 'system', content: 's' },
      { role: 'developer', content: 'd' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url, detail: 'low' } },
        ],
      },
      { role: 'assistant', content: 'a boat' },
      { role: 'assistant', content: null, refusal: 'no' },
    ])
  })

  it('have a file in its place, and name its fields as the caller did', () => {
    const named = { file_url: 'https://example.com/a.pdf' }
    const given = { file_data: 'data:text/plain;base64,aGk=', filename: 'notes.txt' }
    const parts = [
      { type: 'input_file', ...named },
      { type: 'input_file', ...given, file_url: null },
    ]
    const { request, pathOf } = translated({ input: [{ role: 'user', content: parts }] })
    expect(request.messages).to.deep.equal([
      {
        role: 'user',
        content: [
          { type: 'file', file: named },
          { type: 'file', file: given },
        ],
      },
    ])
    for (const field of ['file_data', 'file_url', 'file_id']) {
      expect(pathOf(`messages.0.content.1.file.${field}`)).to.equal(`input.0.content.1.${field}`)
    }
  })

  it('join a text and the calls made with it, and put the outputs behind them in the order of the calls', () => {
    expect(
      messagesOf([
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'I look.' },
        call('a'),
        call('b'),
        output('b'),
        output('a'),
      ]),
    ).to.deep.equal([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'I look.', tool_calls: [chatCall('a'), chatCall('b')] },
      result('a'),
      result('b'),
    ])
  })

  it('keep calls apart that were made one after the other', () => {
    expect(messagesOf([call('a'), output('a'), call('b'), output('b')])).to.deep.equal([
      { role: 'assistant', content: null, tool_calls: [chatCall('a')] },
      result('a'),
      { role: 'assistant', content: null, tool_calls: [chatCall('b')] },
      result('b'),
    ])
  })

  it('answer a call before the user goes on, wherever its output stands', () => {
    const messages = messagesOf([call('a'), { role: 'user', content: 'well?' }, output('a')])
    expect(messages.map(({ role }) => role)).to.deep.equal(['assistant', 'tool', 'user'])
  })

  it('pair calls that have one id in the order in which they come', () => {
    const messages = messagesOf([call('0'), output('0', 'first'), call('0'), output('0', 'second')])
    expect(messages.map(({ content }) => content)).to.deep.equal([null, 'first', null, 'second'])
  })

  it('take the output of a call as text or as content', () => {
    const parts = [
      { type: 'input_text', text: 'one' },
      { type: 'input_text', text: 'two' },
    ]
    const [, answered] = messagesOf([call('a'), { type: 'function_call_output', call_id: 'a', output: parts }])
    expect(answered?.content).to.deep.equal([
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ])
  })

  it('show the images of outputs in words of the user, behind all outputs', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
    const seen = { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'a boat' }, image] }
    const { request, pathOf } = translated({ input: [call('a'), call('b'), seen, output('b')] })
    expect(request.messages.slice(1)).to.deep.equal([
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'a boat' }] },
      result('b'),
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Images of output 1, of look:' },
          { type: 'image_url', image_url: { url: image.image_url } },
        ],
      },
    ])
    expect(pathOf('messages.3.content.1.image_url.url')).to.equal('input.2.output.1.image_url')
  })

  it('tell whose images they are by the tools, and never by ids, which may hold long thoughts', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
    const thoughtful = `b__ts_${'x'.repeat(4_000)}`
    const seen = (id: string) => ({ type: 'function_call_output', call_id: id, output: [image] })
    const { request } = translated({ input: [call('a'), call(thoughtful), seen(thoughtful), seen('a')] })
    expect(request.messages.slice(3)).to.deep.equal(
      [1, 2].map((number) => ({
        role: 'user',
        content: [
          { type: 'text', text: `Images of output ${number}, of look:` },
          { type: 'image_url', image_url: { url: image.image_url } },
        ],
      })),
    )
  })

  it('show the files of outputs in words of the user, too', () => {
    const file = { file_url: 'https://example.com/a.pdf' }
    const seen = { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_file', ...file }] }
    const { request, pathOf } = translated({ input: [call('a'), seen] })
    expect(request.messages.slice(1)).to.deep.equal([
      { role: 'tool', tool_call_id: 'a', content: 'Files follow.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Files of output 1, of look:' },
          { type: 'file', file },
        ],
      },
    ])
    expect(pathOf('messages.2.content.1.file.file_url')).to.equal('input.1.output.0.file_url')
  })

  it('leave no output an empty list, which providers refuse', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
    const contentOf = (parts: readonly object[]): unknown =>
      translated({ input: [call('a'), { type: 'function_call_output', call_id: 'a', output: parts }] }).request
        .messages[1]?.content
    expect(contentOf([image, image])).to.equal('Images follow.')
    expect(contentOf([])).to.equal('')
  })

  it('are refused where an output has no call before it, or a call no output', () => {
    expect(refusedField({ input: [{ role: 'user', content: 'q' }, output('a')] })).to.equal('input.1.call_id')
    expect(refusedField({ input: [output('a'), call('a')] })).to.equal('input.0.call_id')
    expect(refusedField({ input: [call('a'), output('a'), output('a')] })).to.equal('input.2.call_id')
    expect(refusedField({ input: [call('a'), call('b'), output('a')] })).to.equal('input.1.call_id')
  })

  it('leave behind what only the provider of an earlier answer knows', () => {
    const known = { id: 'fc_of_another_vendor', status: 'completed' }
    const signed = { type: 'output_text', text: 'a', annotations: [], logprobs: [], id: 'part_1' }
    const { request, ignored } = translated({
      input: [
        { type: 'reasoning', id: 'rs_1', status: 'completed', summary: [], encrypted_content: 'gAAA' },
        { type: 'message', role: 'assistant', id: 'msg_1', status: 'completed', content: [signed] },
        { ...call('a'), ...known },
        { ...output('a'), ...known, name: 'look' },
      ],
    })
    expect(request.messages).to.deep.equal([
      { role: 'assistant', content: 'a', tool_calls: [chatCall('a')] },
      result('a'),
    ])
    expect(ignored).to.deep.equal(['input.reasoning'])
  })

  it('wrap the text of a custom call as the argument of a function', () => {
    const patch = '*** Begin Patch\n"quoted" \\ \n*** End Patch'
    const [asked, answered] = messagesOf([
      { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: patch },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'Done' },
    ])
    expect(asked?.tool_calls?.[0]?.function.name).to.equal('apply_patch')
    expect(JSON.parse(asked?.tool_calls?.[0]?.function.arguments ?? '')).to.deep.equal({ input: patch })
    expect(answered).to.deep.equal({ role: 'tool', tool_call_id: 'c', content: 'Done' })
  })

  it('every output follows the message of its call, with nothing but other outputs between', () => {
    const item = fc.oneof(
      fc.constant({ role: 'user', content: 'u' }),
      fc.constant({ role: 'assistant', content: 'a' }),
      fc.constant({ type: 'reasoning', summary: [] }),
    )
    const pair = fc.record({ id: fc.constantFrom('a', 'b', 'c'), at: fc.nat(20), to: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), fc.array(pair), (others, pairs) => {
        const input: unknown[] = [{ role: 'user', content: 'q' }, ...others]
        for (const { id, at, to } of pairs) {
          const first = Math.min(at, to, input.length)
          input.splice(first, 0, call(id))
          input.splice(Math.max(first + 1, Math.min(Math.max(at, to), input.length)), 0, output(id))
        }
        const messages = messagesOf(input)
        for (const [index, message] of messages.entries()) {
          const ids = (message.tool_calls ?? []).map(({ id }) => id)
          const results = messages.slice(index + 1, index + 1 + ids.length)
          expect(results.map(({ tool_call_id: id }) => id)).to.deep.equal(ids)
        }
        const results = messages.filter(({ role }) => role === 'tool')
        expect(results).to.have.length(pairs.length)
      }),
    )
  })
})
