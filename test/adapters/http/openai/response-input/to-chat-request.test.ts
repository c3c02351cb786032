import { expect } from 'chai'
import { refusedField, translated } from '../../../../support/responses/translated.ts'

describe('a request for a response as a chat request', () => {
  it('is one user message, or the items with the instructions first', () => {
    expect(translated({ input: 'hello' }).request).to.deep.equal({
      model: 'vendor/model',
      messages: [{ role: 'user', content: 'hello' }],
    })
    expect(translated({ instructions: 'Be brief.', input: 'hello' }).request.messages).to.deep.equal([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
    ])
  })

  it('has the fields of the request under their names in chat', () => {
    const { fields, ignored } = translated({
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 77,
      parallel_tool_calls: false,
      reasoning: { effort: 'low' },
      text: { verbosity: 'low', format: { type: 'json_object' } },
      top_logprobs: 2,
      user: 'u-1',
      prompt_cache_key: 'k',
      safety_identifier: 's',
      service_tier: 'auto',
      frequency_penalty: 0.1,
      seed: 7,
      metadata: { a: 'b' },
    })
    expect(fields).to.deep.equal({
      model: 'vendor/model',
      messages: [{ role: 'user', content: 'hi' }],
      temperature: 0.5,
      top_p: 0.9,
      max_completion_tokens: 77,
      parallel_tool_calls: false,
      reasoning_effort: 'low',
      verbosity: 'low',
      response_format: { type: 'json_object' },
      logprobs: true,
      top_logprobs: 2,
      user: 'u-1',
      prompt_cache_key: 'k',
      safety_identifier: 's',
      service_tier: 'auto',
      frequency_penalty: 0.1,
      seed: 7,
    })
    expect(ignored).to.deep.equal([])
  })

  it('asks for the same structured output', () => {
    const schema = { type: 'object', properties: {} }
    const format = { type: 'json_schema', name: 'weather', schema, strict: true }
    expect(translated({ text: { format } }).request.response_format).to.deep.equal({
      type: 'json_schema',
      json_schema: { name: 'weather', schema, strict: true },
    })
    expect(translated({ text: { format: { type: 'text' } } }).request).not.to.have.property('response_format')
  })

  it('names every field that is left out, also of a tool that has more of them than a call takes arguments', () => {
    const strange = Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`x${index}`, 1]))
    const { ignored } = translated({ tools: [{ type: 'function', name: 'look', ...strange }] })
    expect(ignored).to.have.length(150_000)
  })

  it('has fields that only a provider may know under their own names', () => {
    expect(translated({ top_k: 40 }).fields).to.deep.include({ top_k: 40 })
  })

  it('is refused by name where it would do what is not offered', () => {
    const cases: readonly (readonly [string, unknown, string])[] = [
      ['conversation', 'conv_1', 'conversation'],
      ['prompt', { id: 'pmpt_1' }, 'prompt'],
      ['background', true, 'background'],
      ['background_options', { completion_window: '2h' }, 'background_options'],
      ['truncation', 'auto', 'truncation'],
      ['context_management', [{ type: 'compaction' }], 'context_management'],
      ['moderation', { policy: 'x' }, 'moderation'],
      ['multi_agent', { enabled: true }, 'multi_agent'],
      ['reasoning', { mode: 'pro' }, 'reasoning.mode'],
      ['n', 2, 'n'],
      ['messages', [], 'messages'],
      ['max_tokens', 5, 'max_tokens'],
      ['response_format', { type: 'json_object' }, 'response_format'],
      ['tools', [{ type: 'web_search' }], 'tools.0.type'],
      ['tools', [{ type: 'web_search', external_web_access: true }], 'tools.0.type'],
      ['tools', [{ type: 'file_search', vector_store_ids: ['vs'] }], 'tools.0.type'],
      ['tools', [{ type: 'mcp', server_label: 'x' }], 'tools.0.type'],
      ['tools', [{ type: 'image_generation' }], 'tools.0.type'],
      ['tool_choice', { type: 'web_search_preview' }, 'tool_choice.type'],
      ['tool_choice', 'sometimes', 'tool_choice'],
      ['input', [], 'input'],
      ['input', [{ type: 'item_reference', id: 'msg_1' }], 'input.0.type'],
      ['input', [{ type: 'web_search_call', id: 'ws_1' }], 'input.0.type'],
      ['input', [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }], 'input.0.content.0.file_id'],
      ['input', [{ role: 'user', content: [{ type: 'input_image' }] }], 'input.0.content.0.image_url'],
      ['input', [{ role: 'user', content: [{ type: 'input_audio' }] }], 'input.0.content.0.type'],
    ]
    for (const [name, value, param] of cases) {
      expect(refusedField({ [name]: value }), `${name} ${JSON.stringify(value)}`).to.equal(param)
    }
  })

  it('is refused by name where its choice of tools cannot be met', () => {
    const look = { type: 'function', name: 'look' }
    const spaced = { type: 'namespace', name: 'ns', tools: [{ type: 'function', name: 'deep' }] }
    const tools = [look, spaced, { type: 'custom', name: 'patch' }]
    const search = { type: 'web_search', external_web_access: false }
    const allowed = (mode: string, ...named: readonly object[]) => ({ type: 'allowed_tools', mode, tools: named })
    const cases: readonly (readonly [object, object | string, string | null])[] = [
      [{}, 'required', 'tool_choice'],
      [{ tools: [search] }, 'required', 'tool_choice'],
      [{}, look, 'tool_choice'],
      [{}, allowed('required'), 'tool_choice'],
      [{}, allowed('auto', look), 'tool_choice.tools.0'],
      [{ tools }, { type: 'function', name: 'other' }, 'tool_choice'],
      [{ tools }, { type: 'custom', name: 'look' }, 'tool_choice'],
      [{ tools }, { type: 'function', name: 'deep' }, 'tool_choice'],
      [{ tools }, allowed('required'), 'tool_choice'],
      [{ tools }, allowed('auto', look, { type: 'function', name: 'other' }), 'tool_choice.tools.1'],
      [{ tools }, { type: 'function', name: 'deep', namespace: 'ns' }, null],
      [{ tools }, allowed('required', look, { type: 'custom', name: 'patch' }), null],
      [{ tools }, allowed('auto'), null],
      [{}, 'auto', null],
      [{}, 'none', null],
    ]
    for (const [body, choice, param] of cases) {
      expect(refusedField({ ...body, tool_choice: choice }), JSON.stringify([body, choice])).to.equal(param)
    }
  })

  it('takes values of the same fields that change nothing', () => {
    const idle = { background: false, truncation: 'disabled', context_management: [], store: true, include: [] }
    const { fields, ignored } = translated({
      ...idle,
      previous_response_id: 'resp_1',
      stream_options: { include_obfuscation: false },
    })
    expect(fields).to.have.keys('model', 'messages')
    expect(ignored).to.deep.equal([])
  })

  it('has the reasoning shown to a caller who asks for its summary, and for some', () => {
    const shown = (reasoning: object) => {
      const { ignored, fields } = translated({ reasoning })
      return [fields['include_reasoning'], ignored]
    }
    expect(shown({ summary: 'auto' })).to.deep.equal([true, []])
    expect(shown({ effort: 'low', summary: 'detailed' })).to.deep.equal([true, ['reasoning.summary']])
    expect(shown({ effort: 'none', summary: 'auto' })).to.deep.equal([undefined, []])
    expect(shown({ effort: 'low', summary: 'none' })).to.deep.equal([undefined, ['reasoning.summary']])
    expect(shown({ effort: 'high' })).to.deep.equal([undefined, []])
  })

  it('names what it leaves out', () => {
    const { ignored, fields } = translated({
      client_metadata: { session: 'x' },
      max_tool_calls: 3,
      include: ['web_search_call.results', 'message.output_text.logprobs'],
      reasoning: { effort: 'low', summary: 'concise' },
      stream_options: { include_obfuscation: true, include_usage: true },
      tools: [
        { type: 'web_search', external_web_access: false },
        { type: 'function', name: 'look', defer_loading: true },
      ],
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
        { role: 'assistant', content: 'a', phase: 'commentary' },
        { role: 'user', content: [{ type: 'input_text', text: 'b', prompt_cache_breakpoint: {} }] },
        { role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf', detail: 'high' }] },
      ],
    })
    expect(ignored).to.have.members([
      'client_metadata',
      'max_tool_calls',
      'include.web_search_call.results',
      'reasoning.summary',
      'stream_options.include_obfuscation',
      'stream_options.include_usage',
      'tools.web_search',
      'tools.defer_loading',
      'input.reasoning',
      'input.phase',
      'input.content.prompt_cache_breakpoint',
      'input.content.detail',
    ])
    expect(fields).to.deep.include({ logprobs: true })
  })

  it('names what stands in an item or a part of another kind than it belongs to, where it is not read', () => {
    const ignoredOf = (...input: readonly object[]) => translated({ input }).ignored
    const image = { type: 'input_image', image_url: 'https://example.com/a.png' }
    expect(ignoredOf({ role: 'user', name: 'bob', content: 'a' })).to.deep.equal(['input.name'])
    expect(ignoredOf({ role: 'user', content: [{ ...image, text: 'b' }] })).to.deep.equal(['input.content.text'])
    const call = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' }
    const output = { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'a', zz: 1 }] }
    expect(ignoredOf({ ...call, output: 'x' }, { ...output, arguments: '{}' })).to.deep.equal([
      'input.output',
      'input.arguments',
      'input.output.zz',
    ])
  })

  it('names an unknown field of the form of an answer where it stands', () => {
    const { pathOf } = translated({})
    expect(pathOf('response_format.json_schema.zz')).to.equal('text.format.zz')
    expect(pathOf('response_format')).to.equal('text.format')
  })

  it('names of each kind of tool what a function does not carry over, and nothing that it does', () => {
    const look = { type: 'function', name: 'look', description: 'Looks.', parameters: {}, strict: true }
    const patch = { type: 'custom', name: 'patch', description: 'Patches.', format: { type: 'text' } }
    const ignoredOf = (tool: object) => translated({ tools: [tool] }).ignored
    const group = { type: 'namespace', name: 'ns', tools: [look, patch] }
    const now = { ...look, defer_loading: false }
    for (const tool of [look, patch, group, now]) expect(ignoredOf(tool)).to.deep.equal([])
    for (const [tool, field] of [
      [{ ...look, output_schema: {} }, 'output_schema'],
      [{ ...look, format: { type: 'text' } }, 'format'],
      [{ ...patch, strict: true }, 'strict'],
      [{ ...group, description: 'A group.' }, 'description'],
      [{ ...group, tools: [{ ...look, output_schema: {} }] }, 'output_schema'],
    ] as const) {
      expect(ignoredOf(tool), field).to.deep.equal([`tools.${field}`])
    }
  })

  it('finds the field of the caller for every field of the chat request', () => {
    const { pathOf } = translated({
      instructions: 'x',
      tools: [
        { type: 'web_search', external_web_access: false },
        { type: 'namespace', name: 'ns', tools: [{ type: 'function', name: 'a' }] },
      ],
      input: [
        { type: 'reasoning', summary: [] },
        { role: 'user', content: [{ type: 'input_image', image_url: 'https://example.com/a.png' }] },
        { type: 'function_call', call_id: 'c', name: 'a', namespace: 'ns', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'done' },
      ],
    })
    const paths: Readonly<Record<string, string>> = {
      'messages.0.content': 'instructions',
      'messages.1.content.0': 'input.1.content.0',
      'messages.1.content.0.image_url.url': 'input.1.content.0.image_url',
      'messages.2.tool_calls.0.function.arguments': 'input.2',
      'messages.3.content': 'input.3.output',
      'tools.0.function.name': 'tools.1.tools.0.function.name',
      'messages.name': 'input.name',
      messages: 'input',
      response_format: 'text.format',
      reasoning_effort: 'reasoning.effort',
      verbosity: 'text.verbosity',
      max_completion_tokens: 'max_output_tokens',
      top_k: 'top_k',
    }
    for (const [chat, asked] of Object.entries(paths)) expect(pathOf(chat), chat).to.equal(asked)
  })

  it('finds the field of the caller that asks for log probabilities', () => {
    const include = ['message.output_text.logprobs']
    expect(translated({ include }).pathOf('logprobs')).to.equal('include')
    expect(translated({ include, top_logprobs: 0 }).pathOf('logprobs')).to.equal('include')
    for (const asked of [{ top_logprobs: 2 }, { top_logprobs: 2, include }]) {
      expect(translated(asked).pathOf('logprobs')).to.equal('top_logprobs')
      expect(translated(asked).pathOf('top_logprobs')).to.equal('top_logprobs')
    }
  })
})
