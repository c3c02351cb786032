import { isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { callersPath } from '../../../../../src/adapters/http/messages/request/callers-path.ts'
import { messageRequest } from '../../../../../src/adapters/http/messages/request/message-request-codec.ts'
import { signThinking } from '../../../../../src/adapters/http/messages/request/thinking-signature.ts'
import { toChatRequest } from '../../../../../src/adapters/http/messages/request/to-chat-request.ts'

const BASE = { model: 'sandbox/echo', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] }

const translate = (over: object, takesEffort = true, thinksWithTools = true) => {
  const decoded = messageRequest.decode({ ...BASE, ...over })
  if (!isRight(decoded)) throw new Error('the request is not valid')
  return toChatRequest(decoded.right, { keepsReasoning: false, takesEffort, thinksWithTools })
}

/** The chat messages of one message. */
const messagesOf = (...messages: readonly object[]): unknown => translate({ messages }).request.messages

const failureOf = (over: object): unknown => {
  const { failure } = translate(over)
  return failure?.tag === 'unsupported_parameter' ? failure.param : failure
}

const user = (...content: readonly object[]) => ({ role: 'user', content })
const assistant = (...content: readonly object[]) => ({ role: 'assistant', content })
const text = (words: string) => ({ type: 'text', text: words })
const CALL = { type: 'tool_use', id: 'toolu_w_call_1', name: 'look', input: { at: 1 } }
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_w_call_1' }
const PIXEL = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const PIXEL_PART = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }

describe('a request for a message, as a chat request', () => {
  it('has its fields under the names of the core', () => {
    const { request, ignoredFields, failure } = translate({
      system: [text('Be brief.'), text('Be kind.')],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      stop_sequences: ['END'],
      metadata: { user_id: 'u-1' },
    })
    expect(request).to.deep.equal({
      model: 'sandbox/echo',
      max_tokens: 10,
      messages: [
        { role: 'system', content: 'Be brief.\n\nBe kind.' },
        { role: 'user', content: 'hi' },
      ],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      stop: ['END'],
      user: 'u-1',
    })
    expect([ignoredFields, failure]).to.deep.equal([[], null])
  })

  it('shows images by their address or their bytes, beside the words', () => {
    const seen = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
    expect(messagesOf(user(text('what?'), PIXEL, seen))).to.deep.equal([
      {
        role: 'user',
        content: [text('what?'), PIXEL_PART, { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
      },
    ])
  })

  it('has the words of documents and of search results', () => {
    const plain = { type: 'document', title: 'T', source: { type: 'text', media_type: 'text/plain', data: 'body' } }
    const blocks = { type: 'document', source: { type: 'content', content: [text('one'), PIXEL] } }
    const found = { type: 'search_result', source: 'https://e.com', title: 'Found', content: [text('it')] }
    expect(messagesOf(user(plain, blocks, found))).to.deep.equal([
      { role: 'user', content: [text('T'), text('body'), text('one'), PIXEL_PART, text('Found\nhttps://e.com\nit')] },
    ])
  })

  it('has files by their data or their address, with the title as the name', () => {
    const given = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }
    const named = { type: 'url', url: 'https://example.com/a.pdf' }
    const documents = [
      { type: 'document', title: 'a.pdf', context: 'Read it.', source: given },
      { type: 'document', source: named },
    ]
    expect(messagesOf(user(...documents))).to.deep.equal([
      {
        role: 'user',
        content: [
          text('Read it.'),
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
          { type: 'file', file: { file_url: 'https://example.com/a.pdf' } },
        ],
      },
    ])
    const answered = translate({ messages: [assistant(CALL), user({ ...RESULT, content: [documents[1]] })] })
    expect(answered.request.messages.slice(1)).to.deep.equal([
      { role: 'tool', tool_call_id: 'call_1', content: '' },
      {
        role: 'user',
        content: [
          text('Files of result 1, of look:'),
          { type: 'file', file: { file_url: 'https://example.com/a.pdf' } },
        ],
      },
    ])
  })

  it('says which file is stored at a provider, on any wire', () => {
    for (const type of ['document', 'image']) {
      expect(failureOf({ messages: [user({ type, source: { type: 'file', file_id: 'file_1' } })] })).to.deep.equal({
        tag: 'validation_error',
        problems: [
          {
            place: 'body',
            path: ['messages', '0', 'content', '0', 'source', 'file_id'],
            message: 'must not name a stored file: send the file itself or its address',
            type: 'invalid',
          },
        ],
      })
    }
  })

  it('has the call of a tool and its result, under the id that its provider gave', () => {
    expect(
      messagesOf(user(text('look')), assistant(text('so '), CALL), user({ ...RESULT, content: 'seen' }, text('and?'))),
    ).to.deep.equal([
      { role: 'user', content: 'look' },
      {
        role: 'assistant',
        content: 'so ',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
      { role: 'user', content: 'and?' },
    ])
  })

  it('shows the images of a result in the words of the user, and says that a result is an error', () => {
    const content = [text('an image'), PIXEL]
    expect(messagesOf(assistant(CALL), user({ ...RESULT, content, is_error: true }))).to.deep.equal([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Error: an image' },
      { role: 'user', content: [text('Images of result 1, of look:'), PIXEL_PART] },
    ])
  })

  it('tells whose images they are by the tools, and never by ids, which may hold long thoughts', () => {
    const thoughtful = `call_2__ts_${'x'.repeat(4_000)}`
    const second = { ...CALL, id: `toolu_w_${thoughtful}`, name: 'hear' }
    const content = [PIXEL]
    const results = [
      { ...RESULT, content },
      { ...RESULT, tool_use_id: second.id, content },
    ]
    const [, , , shown] = messagesOf(assistant(CALL, second), user(...results)) as readonly unknown[]
    expect(shown).to.deep.equal({
      role: 'user',
      content: [text('Images of result 1, of look:'), PIXEL_PART, text('Images of result 2, of hear:'), PIXEL_PART],
    })
  })

  it('has no thoughts, which another model signed, and names them', () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
    const hidden = { type: 'redacted_thinking', data: 'xx' }
    const { request, ignoredFields, failure } = translate({
      messages: [user(text('q')), assistant(thought, hidden, text('a'))],
    })
    expect(request.messages.at(-1)).to.deep.equal({ role: 'assistant', content: 'a' })
    expect(ignoredFields).to.have.members(['messages.content.thinking', 'messages.content.redacted_thinking'])
    expect(failure).to.equal(null)
  })

  it('has no answer of which only the thoughts of another model are left', () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
    expect(messagesOf(user(text('q')), assistant(thought), user(text('r')))).to.deep.equal([
      { role: 'user', content: 'q' },
      { role: 'user', content: 'r' },
    ])
  })

  it('has a turn that its client wrote as several messages with the calls in one and the results before its words', () => {
    const second = { ...CALL, id: 'toolu_w_call_2' }
    const sent = messagesOf(
      user(text('q')),
      assistant(text('I look.')),
      assistant(CALL),
      assistant(text('And hear.'), second),
      user({ ...RESULT, content: [text('red'), PIXEL] }),
      user({ ...RESULT, tool_use_id: 'toolu_w_call_2', content: 'noise' }, text('r')),
    ) as readonly { readonly role: string; readonly content: unknown }[]
    expect(sent.map(({ role }) => role)).to.deep.equal([
      'user',
      'assistant',
      'assistant',
      'tool',
      'tool',
      'user',
      'user',
    ])
    expect(sent[2]).to.have.property('content', 'And hear.')
    expect(sent[2]).to.have.property('tool_calls').with.length(2)
    expect(sent[4]).to.have.property('content', 'noise')
    expect(sent[6]).to.have.property('content', 'r')
  })

  it('gives thoughts back to the model that had them, with the signature of its provider', () => {
    const thought = (model: string) => ({ type: 'thinking', thinking: 'hm', signature: signThinking(model, 'sig') })
    const asked = {
      messages: [user(text('q')), assistant(thought('sandbox/echo'), thought('sandbox/other'), text('a'))],
    }
    const { request, ignoredFields } = translate(asked)
    expect(request.messages.at(-1)).to.deep.equal({
      role: 'assistant',
      content: 'a',
      reasoning_content: 'hm',
      reasoning_signature: 'sig',
    })
    expect(ignoredFields).to.deep.equal(['messages.content.thinking'])
  })

  it('has no cache mark, wherever one stood, and names each place once', () => {
    const cache_control = { type: 'ephemeral' }
    const marked = { ...text('a'), cache_control }
    const tool = { name: 'look', input_schema: {}, cache_control }
    const { request, ignoredFields } = translate({
      cache_control,
      system: [marked, marked],
      tools: [tool, tool],
      messages: [assistant({ ...CALL, cache_control }), user({ ...RESULT, content: [marked], cache_control }, marked)],
    })
    expect(JSON.stringify(request)).not.to.include('cache_control')
    expect(ignoredFields).to.have.members([
      'cache_control',
      'system.cache_control',
      'messages.content.cache_control',
      'tools.cache_control',
    ])
  })

  it('offers the tools of the caller, and says which must be called', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    const tools = [{ name: 'look', description: 'Looks.', input_schema: schema, strict: true }]
    const fields = (tool_choice: object) => {
      const {
        tools: given,
        tool_choice: choice,
        parallel_tool_calls: parallel,
      } = translate({ tools, tool_choice }).request as object as Readonly<Record<string, unknown>>
      return [(given as readonly unknown[]).length, choice, parallel]
    }
    expect(translate({ tools }).request.tools).to.deep.equal([
      {
        type: 'function',
        function: { name: 'look', description: 'Looks.', parameters: schema, strict: true },
      },
    ])
    expect(fields({ type: 'auto' })).to.deep.equal([1, undefined, undefined])
    expect(fields({ type: 'any' })).to.deep.equal([1, 'required', undefined])
    expect(fields({ type: 'none' })).to.deep.equal([1, 'none', undefined])
    expect(fields({ type: 'tool', name: 'look', disable_parallel_tool_use: true })).to.deep.equal([
      1,
      { type: 'function', function: { name: 'look' } },
      false,
    ])
  })

  it('wants a name and a schema of the caller’s own tools', () => {
    const isValid = (tool: object): boolean => isRight(messageRequest.decode({ ...BASE, tools: [tool] }))
    expect(isValid({ name: 'look', input_schema: {} })).to.equal(true)
    expect(isValid({ type: 'custom', name: 'look' })).to.equal(false)
    expect(isValid({ input_schema: {} })).to.equal(false)
    expect(isValid({ type: 'computer_toolset_20260801', name: '' })).to.equal(false)
  })

  it('gives a tool whose name is too long for other wires the same shorter one wherever it is named', () => {
    const long = `mcp__server__${'look_'.repeat(20)}`
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: long, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] },
    ]
    const tools = [long, `${long}s`, 'x'.repeat(64)].map((name) => ({ name, input_schema: {} }))
    const { request, callersToolName } = translate({ messages, tools, tool_choice: { type: 'tool', name: long } })
    const names = (request.tools ?? []).map((tool) => (tool['function'] as { readonly name: string }).name)
    expect(names.map(({ length }) => length)).to.deep.equal([64, 64, 64])
    expect(names.map(callersToolName)).to.deep.equal(tools.map(({ name }) => name))
    expect(request.messages[1]).to.have.nested.property('tool_calls[0].function.name', names[0])
    expect(request.tool_choice).to.deep.equal({ type: 'function', function: { name: names[0] } })
    expect(callersToolName('another')).to.equal('another')
  })

  it('gives a tool without parameters the field that OpenAI insists on, and keeps other schemas as they are', () => {
    const parametersOf = (input_schema: object): unknown => {
      const { tools } = translate({ tools: [{ name: 'look', input_schema }] }).request
      return (tools as readonly { readonly function: { readonly parameters: unknown } }[])[0]?.function.parameters
    }
    expect(parametersOf({ type: 'object' })).to.deep.equal({ type: 'object', properties: {} })
    for (const schema of [{}, { type: 'object', properties: { at: {} } }, { anyOf: [] }]) {
      expect(parametersOf(schema)).to.deep.equal(schema)
    }
  })

  it('asks for a strict call only by a schema that is strict to other providers, and names the wish else', () => {
    const open = { type: 'object', properties: { at: { type: 'string' } }, additionalProperties: false }
    const { request, ignoredFields } = translate({ tools: [{ name: 'look', input_schema: open, strict: true }] })
    expect(request.tools).to.deep.equal([{ type: 'function', function: { name: 'look', parameters: open } }])
    expect(ignoredFields).to.deep.equal(['tools.strict'])
  })

  it('takes more than a hundred tools with long descriptions', () => {
    const tools = Array.from({ length: 120 }, (_, at) => ({
      name: `tool_${at}`,
      description: 'x'.repeat(64_000),
      input_schema: { type: 'object' },
    }))
    expect(translate({ tools }).request.tools).to.have.lengthOf(120)
  })

  it('asks for nothing by an empty list', () => {
    expect(translate({ stop_sequences: [], tools: [], system: null }).request).to.have.all.keys(
      'model',
      'messages',
      'max_tokens',
    )
  })

  it('says in a word how much to think', () => {
    const effort = (over: object) =>
      (translate(over).request as object as Readonly<Record<string, unknown>>)['reasoning_effort']
    expect(effort({})).to.equal(undefined)
    expect(effort({ thinking: { type: 'adaptive' } })).to.equal(undefined)
    expect(effort({ thinking: { type: 'disabled' } })).to.equal('none')
    expect(effort({ thinking: { type: 'enabled', budget_tokens: 1_024 } })).to.equal('low')
    expect(effort({ thinking: { type: 'enabled', budget_tokens: 8_000 } })).to.equal('medium')
    expect(effort({ thinking: { type: 'enabled', budget_tokens: 31_999 } })).to.equal('high')
    expect(effort({ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } })).to.equal('max')
  })

  it('has the reasoning shown to a caller who turns thinking on, unless it is to be omitted', () => {
    const shown = (...given: Parameters<typeof translate>) => {
      const { request, ignoredFields } = translate(...given)
      return [request['include_reasoning'], ignoredFields]
    }
    const tools = [{ name: 'look', input_schema: { type: 'object' } }]
    for (const type of ['enabled', 'adaptive']) {
      expect(shown({ thinking: { type } })).to.deep.equal([true, []])
      expect(shown({ thinking: { type, display: 'summarized' } })).to.deep.equal([true, []])
      expect(shown({ thinking: { type, display: 'omitted' } })).to.deep.equal([false, []])
      expect(shown({ thinking: { type } }, false)).to.deep.equal([undefined, ['thinking']])
      expect(shown({ thinking: { type }, tools }, true, false)).to.deep.equal([undefined, ['thinking']])
    }
    expect(shown({ thinking: { type: 'disabled' } })).to.deep.equal([undefined, []])
    expect(shown({ output_config: { effort: 'high' } })).to.deep.equal([undefined, []])
  })

  it('names a budget of thoughts that a word beside it, or no thinking at all, leaves unread', () => {
    const ignored = (type: string, output_config: object = {}) =>
      translate({ thinking: { type, budget_tokens: 2_048 }, output_config }).ignoredFields
    expect(ignored('enabled')).to.deep.equal([])
    expect(ignored('enabled', { effort: 'high' })).to.deep.equal(['thinking.budget_tokens'])
    expect(ignored('adaptive')).to.deep.equal(['thinking.budget_tokens'])
    expect(ignored('disabled')).to.deep.equal(['thinking.budget_tokens'])
  })

  it('names the older form of the answer where there is the newer one', () => {
    const format = { type: 'json_schema', schema: { type: 'object' } }
    const { request, ignoredFields } = translate({
      output_config: { format },
      output_format: { ...format, schema: {} },
    })
    expect(request.response_format).to.have.nested.property('json_schema.schema', format.schema)
    expect(ignoredFields).to.deep.equal(['output_format'])
  })

  it('turns thinking off where the caller wants only reports between tools, and names the reports', () => {
    const thinking = { type: 'between_tools' }
    const { request, ignoredFields } = translate({ thinking })
    expect([request['reasoning_effort'], ignoredFields]).to.deep.equal(['none', ['thinking.type']])
    expect(translate({ thinking }, false).ignoredFields).to.deep.equal(['thinking'])
  })

  it('names the effort of a caller who turns thinking off', () => {
    for (const [type, named] of [
      ['disabled', ['output_config.effort']],
      ['between_tools', ['thinking.type', 'output_config.effort']],
    ]) {
      const { request, ignoredFields } = translate({ thinking: { type }, output_config: { effort: 'high' } })
      expect([request['reasoning_effort'], ignoredFields]).to.deep.equal(['none', named])
    }
  })

  it('names what it says about thinking where the model cannot be asked for it', () => {
    const thinking = { type: 'enabled', budget_tokens: 1_024 }
    const { request, ignoredFields } = translate({ thinking, output_config: { effort: 'low' } }, false)
    expect(request).not.to.have.property('reasoning_effort')
    expect(ignoredFields).to.deep.equal(['thinking', 'output_config.effort'])
    expect(translate({ thinking: { type: 'disabled' } }, false).ignoredFields).to.deep.equal([])
  })

  it('asks for no thoughts beside tools where the model calls tools only without, and names what the caller asked', () => {
    const tools = [{ name: 'look', input_schema: { type: 'object' } }]
    const askedWith = (over: object, takesEffort = true) => {
      const { request, ignoredFields } = translate(over, takesEffort, false)
      return [request['reasoning_effort'], ignoredFields]
    }
    const thinking = { type: 'adaptive' }
    expect(askedWith({ tools })).to.deep.equal(['none', []])
    expect(askedWith({ tools, thinking: { type: 'disabled' } })).to.deep.equal(['none', []])
    expect(askedWith({ tools, thinking })).to.deep.equal(['none', ['thinking']])
    expect(askedWith({ tools, thinking, output_config: { effort: 'max' } })).to.deep.equal([
      'none',
      ['thinking', 'output_config.effort'],
    ])
    expect(askedWith({ tools: [], output_config: { effort: 'max' } })).to.deep.equal(['max', []])
    expect(askedWith({ tools, thinking }, false)).to.deep.equal([undefined, ['thinking']])
  })

  it('asks for JSON by a schema, under either name of the field', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    const format = { type: 'json_schema', schema }
    const expected = { type: 'json_schema', json_schema: { name: 'output', schema, strict: true } }
    expect(translate({ output_config: { format } }).request.response_format).to.deep.equal(expected)
    expect(translate({ output_format: format }).request.response_format).to.deep.equal(expected)
  })

  it('asks to keep strictly to a schema only where providers can: without optional properties and open objects', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
    const asked = translate({ output_config: { format: { type: 'json_schema', schema } } })
    expect(asked.request.response_format).to.deep.equal({
      type: 'json_schema',
      json_schema: { name: 'output', schema },
    })
  })

  it('names the first thing that no other wire has a word for, by its place', () => {
    const server = { type: 'web_search_20250305', name: 'web_search' }
    expect(failureOf({ tools: [{ name: 'look', input_schema: {} }, server] })).to.equal('tools.1.type')
    expect(failureOf({ tools: [{ type: 'bash_20250124', name: 'bash' }] })).to.equal('tools.0.type')
    expect(failureOf({ tools: [{ type: 'browser_toolset_20260801' }] })).to.equal('tools.0.type')
    const image = { type: 'image', source: { type: 'content' } }
    expect(failureOf({ messages: [user(text('read'), image)] })).to.equal('messages.0.content.1.source.type')
    const searched = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
    expect(failureOf({ messages: [assistant(searched)] })).to.equal('messages.0.content.0.type')
  })

  it('names an image or a file among the instructions, which would be lost on any other wire', () => {
    const system = (...content: readonly object[]) => ({ role: 'system', content })
    const messages = (block: object) => [user(text('Hi')), system(text('Be brief.'), block)]
    const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } }
    expect(failureOf({ messages: messages(PIXEL) })).to.equal('messages.1.content.1.type')
    expect(failureOf({ messages: messages(pdf) })).to.equal('messages.1.content.1.type')
    expect(failureOf({ system: [text('Be brief.'), PIXEL] })).to.equal('system.1.type')
    const found = { type: 'search_result', source: 'https://e.com', title: 'Found', content: [text('it'), PIXEL] }
    expect(failureOf({ messages: [user(found)] })).to.equal('messages.0.content.0.content.1.type')
    expect(messagesOf(system(text('Be brief.'), text('Be kind.')))).to.deep.equal([
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
    ])
  })

  it('says where the result of a call stands that no one made', () => {
    expect(failureOf({ messages: [user({ ...RESULT, content: 'seen' })] })).to.deep.equal({
      tag: 'validation_error',
      problems: [
        {
          place: 'body',
          path: ['messages', '0', 'content', '0', 'tool_use_id'],
          message: 'must be the id of an earlier tool_use block',
          type: 'invalid',
        },
      ],
    })
  })

  it('hands on what neither wire has of itself, as chat does: what changes the price is refused there, by name', () => {
    const own = {
      mcp_servers: [{ type: 'url' }],
      speed: 'fast',
      search_domain_filter: ['example.com'],
    }
    const { request, ignoredFields } = translate({ ...own, service_tier: 'auto', container: null })
    expect(request).to.deep.include(own).and.not.to.include.keys('service_tier', 'container')
    expect(ignoredFields).to.deep.equal([])
  })

  it('leaves out and names the fields that one of the two wires says otherwise, or has no place for', () => {
    const ofChat = { n: 5, logprobs: true, reasoning_effort: 'high', max_completion_tokens: 9, functions: [{}] }
    const foreign = { ...ofChat, context_management: { edits: [] } }
    const { request, ignoredFields } = translate(foreign)
    expect(ignoredFields).to.have.members(Object.keys(foreign))
    expect(request).not.to.have.any.keys(...Object.keys(foreign))
  })

  it('names unknown fields inside objects by their path, each once', () => {
    const unknown = { x: 1, nothing: null }
    const { ignoredFields } = translate({
      tools: [{ name: 'look', input_schema: {} }],
      tool_choice: { type: 'tool', name: 'look', disable_parallel_tool_use: true, ...unknown },
      thinking: { type: 'enabled', budget_tokens: 1_024, display: 'summarized', ...unknown },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: { x: 1 }, ...unknown }, ...unknown },
      output_format: { type: 'json_schema', schema: {}, ...unknown },
      metadata: { user_id: 'u', ...unknown },
      messages: [
        { ...user(text('a'), { ...PIXEL, source: { ...PIXEL.source, ...unknown } }), ...unknown },
        { role: 'assistant', content: 'b', ...unknown },
        user({ type: 'search_result', source: 's', title: 't', content: [{ ...text('it'), ...unknown }] }),
      ],
    })
    expect(ignoredFields).to.have.members([
      'tool_choice.x',
      'thinking.x',
      'thinking.budget_tokens',
      'output_config.x',
      'output_config.format.x',
      'output_format',
      'output_format.x',
      'metadata.x',
      'messages.x',
      'messages.content.source.x',
      'messages.content.x',
    ])
  })

  it('names no field that asks for nothing', () => {
    const tools = [{ name: 'look', input_schema: {}, defer_loading: false, input_examples: [] }]
    expect(translate({ tools, service_tier: 'standard_only' }).ignoredFields).to.deep.equal([])
  })

  it('shortens a long name of a user, always alike', () => {
    const names = ['x'.repeat(65), 'x'.repeat(65), 'y'.repeat(65)].map(
      (user_id) => translate({ metadata: { user_id } }).request.user,
    )
    expect(names[0]).to.equal(names[1]).and.to.have.lengthOf(64)
    expect(names[2]).not.to.equal(names[0])
  })

  it('knows where each chat message stood', () => {
    const { messagePaths } = translate({ system: 's', messages: [assistant(CALL), user({ ...RESULT }, text('x'))] })
    expect(messagePaths).to.deep.equal(['system', 'messages.0', 'messages.1', 'messages.1'])
  })

  it('knows where each image and file stood, in words of the user and in results of tools', () => {
    const image = (source: object) => ({ type: 'image', source })
    const file = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' }, context: 'A report' }
    const shown = image({ type: 'base64', media_type: 'image/png', data: 'AAAA' })
    const { messagePaths, partPlaces } = translate({
      system: 's',
      messages: [
        user(text('Look'), image({ type: 'url', url: 'https://example.com/a.png' }), file),
        assistant(CALL),
        user({ ...RESULT, content: [text('Done'), shown] }, text('Go on')),
      ],
    })
    const callers = callersPath({ messagePaths, partPlaces, messages: [] })
    expect(callers('messages.1.content.1.image_url.url')).to.equal('messages.0.content.1.source.url')
    expect(callers('messages[1].content[3].file'), 'as some providers write it').to.equal(
      'messages.0.content.2.source.url',
    )
    expect(callers('messages.4.content.1.image_url')).to.equal('messages.2.content.0.content.1.source.data')
    expect(callers('messages.4.content.2'), 'a text').to.equal('messages.2')
    expect(callers('messages.1.content')).to.equal('messages.0')
  })
})
