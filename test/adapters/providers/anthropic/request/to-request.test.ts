import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toRequest } from '../../../../../src/adapters/providers/anthropic/request/to-request.ts'
import { toCallId } from '../message-events.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'
import { TINY_PNG } from '../../../../support/media/tiny-images.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../../../support/media/tiny-pdf.ts'

type Given = Parameters<typeof chatCall>[0]

const bodyOf = (given: Given, isStream = false): Record<string, unknown> => {
  const { request, deployment } = chatCall(given)
  const body = toRequest(request, deployment, isStream)
  if (isLeft(body)) throw new Error(`${body.left.tag}: ${body.left.message}`)
  return JSON.parse(JSON.stringify(body.right.body)) as Record<string, unknown>
}

const refusalOf = (given: Given): unknown => {
  const { request, deployment } = chatCall(given)
  const body = toRequest(request, deployment, false)
  return isLeft(body) && body.left.tag === 'rejected' ? `${body.left.code} ${body.left.param}` : 'sent'
}

const conversation = (messages: readonly ChatMessage[], parameters: NonNullable<Given>['parameters'] = {}): unknown => {
  const { system, messages: sent } = bodyOf({ request: { messages }, parameters })
  return system === undefined ? sent : { system, sent }
}

const user = (content: ChatMessage['content']): ChatMessage => ({ role: 'user', content })
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, name: string, args = '{}') => ({ id, type: 'function', function: { name, arguments: args } })
const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }
const clock = { type: 'function', function: { name: 'clock' } }
const numbers = { type: 'object', additionalProperties: { type: 'number' } }
const strictly = (parameters: object) => ({ type: 'function', function: { name: 'f', parameters, strict: true } })

describe('toRequest: fields', () => {
  it('sends what the provider insists on, and nothing that it has no word for', () => {
    const request = {
      max_tokens: 50,
      frequency_penalty: 1,
      presence_penalty: 1,
      verbosity: 'low',
      store: true,
      service_tier: 'auto',
      stream_options: { include_usage: true },
      stop: null,
      invented: 1,
    }
    expect(bodyOf({ request })).to.deep.equal({
      model: 'm',
      max_tokens: 50,
      messages: [{ role: 'user', content: [text('one two three')] }],
    })
  })

  const cases: readonly [string, Given, Record<string, unknown>][] = [
    ['a hot temperature is the hottest there is', { request: { temperature: 1.7 } }, { temperature: 1 }],
    [
      'temperature rather than top_p',
      { request: { temperature: 0, top_p: 0.5 } },
      { temperature: 0, top_p: undefined },
    ],
    ['top_p alone', { request: { top_p: 0.5 } }, { top_p: 0.5 }],
    ['top_k beside either', { request: { temperature: 0, top_k: 5 } }, { temperature: 0, top_k: 5 }],
    [
      'no sampling where the model refuses it',
      { request: { temperature: 1 }, parameters: { sampling: false } },
      { temperature: undefined },
    ],
    [
      'no sampling in the edition that refuses it',
      { request: { temperature: 1, top_p: 1 }, parameters: { anthropic_version: '2026-10-21' } },
      { temperature: undefined, top_p: undefined, anthropic_version: undefined },
    ],
    [
      'no top_k where sampling is refused',
      { request: { top_k: 5 }, parameters: { sampling: false } },
      { top_k: undefined },
    ],
    ['one stop', { request: { stop: 'END' } }, { stop_sequences: ['END'] }],
    ['stops without the blank ones', { request: { stop: ['\n', '', 'END'] } }, { stop_sequences: ['END'] }],
    ['blank stops alone', { request: { stop: '\n' } }, { stop_sequences: undefined }],
    [
      'fixed parameters',
      { parameters: { service_tier: 'standard_only', prefill: true } },
      { service_tier: 'standard_only', prefill: undefined },
    ],
    ['fixed parameters below the model', { parameters: { model: 'other' } }, { model: 'm' }],
    ['zero choices too many', { request: { n: 1, logprobs: false, logit_bias: {} } }, { n: undefined }],
  ]
  for (const [title, given, expected] of cases) {
    it(title, () => {
      const body = bodyOf(given)
      for (const [field, value] of Object.entries(expected)) expect(body[field], field).to.deep.equal(value)
    })
  }

  it('names the user by a hash', () => {
    const named = bodyOf({ request: { user: 'ann@example.com' } })['metadata']
    expect(named)
      .to.have.property('user_id')
      .that.matches(/^[0-9a-f]{64}$/)
    expect(bodyOf({ request: { user: 'ann@example.com' } })['metadata']).to.deep.equal(named)
    expect(bodyOf({ request: { user: 'bob@example.com' } })['metadata']).to.not.deep.equal(named)
  })

  it('says that the schema of a tool is of an object, where the caller took that for granted', () => {
    const schemaOf = (parameters: object): unknown => {
      const { tools } = bodyOf({ request: { tools: [{ type: 'function', function: { name: 'look', parameters } }] } })
      return Array.isArray(tools) ? (tools[0] as { readonly input_schema: unknown }).input_schema : null
    }
    expect(schemaOf({})).to.deep.equal({ type: 'object' })
    expect(schemaOf({ properties: { at: {} } })).to.deep.equal({ properties: { at: {} }, type: 'object' })
    expect(schemaOf({ type: 'object' })).to.deep.equal({ type: 'object' })
  })

  it('asks for a stream', () => {
    expect(bodyOf({}, true)).to.have.property('stream', true)
  })

  const refused: readonly [Record<string, unknown>, string][] = [
    [{ n: 2 }, 'n'],
    [{ seed: 0 }, 'seed'],
    [{ logprobs: true }, 'logprobs'],
    [{ logit_bias: { '1': 1 } }, 'logit_bias'],
    [{ response_format: { type: 'json_object' } }, 'response_format'],
    [{ response_format: { type: 'json_schema', json_schema: {} } }, 'response_format'],
    [{ response_format: { type: 'json_schema', json_schema: { schema: numbers } } }, 'response_format'],
    [{ tools: [weather, strictly(numbers)] }, 'tools.1.function.parameters'],
    [{ reasoning_effort: 'utmost' }, 'reasoning_effort'],
    [{ tools: [weather, { type: 'custom', custom: { name: 'x' } }] }, 'tools.1.type'],
    [{ tools: [weather], tool_choice: 'whatever' }, 'tool_choice'],
    [{ tools: [weather], tool_choice: { type: 'custom', custom: { name: 'x' } } }, 'tool_choice'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ messages: [user([{ type: 'input_audio' }])] }, 'messages.0.content.0.type'],
    [
      { messages: [user([{ type: 'image_url', image_url: { url: 'http://example.com/a.png' } }])] },
      'messages.0.content.0.image_url.url',
    ],
  ]
  for (const [request, param] of refused) {
    it(`refuses ${JSON.stringify(request)}`, () => {
      expect(refusalOf({ request })).to.equal(`unsupported_parameter ${param}`)
    })
  }
})

describe('toRequest: reasoning', () => {
  const cases: readonly [string, string, NonNullable<Given>['parameters'], Record<string, unknown>][] = [
    ['words', 'high', {}, { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } }],
    ['the weakest word', 'minimal', {}, { output_config: { effort: 'low' } }],
    ['no stronger word than the model knows', 'xhigh', {}, { output_config: { effort: 'high' } }],
    [
      'a word of a model that knows more',
      'xhigh',
      { efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
      { output_config: { effort: 'xhigh' } },
    ],
    ['none', 'none', {}, { thinking: { type: 'disabled' }, output_config: undefined, temperature: 1 }],
    ['none, between tools', 'none', { least_thinking: 'between_tools' }, { thinking: { type: 'between_tools' } }],
    [
      'none, which the model cannot',
      'none',
      { least_thinking: 'low_effort' },
      { thinking: undefined, output_config: { effort: 'low' } },
    ],
    ['tokens', 'medium', { reasoning: 'budget' }, { thinking: { type: 'enabled', budget_tokens: 5_000 } }],
    ['few tokens', 'minimal', { reasoning: 'budget' }, { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
    ['a model that does not think', 'high', { reasoning: 'none' }, { thinking: undefined, temperature: 1 }],
    ['no sampling while thinking', 'low', {}, { temperature: undefined }],
    ['a fixed setting', 'low', { thinking: { type: 'disabled' } }, { thinking: { type: 'disabled' }, temperature: 1 }],
  ]
  for (const [title, effort, parameters, expected] of cases) {
    it(title, () => {
      const body = bodyOf({ request: { reasoning_effort: effort, temperature: 1, max_tokens: 10_000 }, parameters })
      for (const [field, value] of Object.entries(expected)) expect(body[field], field).to.deep.equal(value)
    })
  }

  it('leaves room for the answer, or does not think', () => {
    const thinkingWithin = (maxTokens: number): unknown =>
      bodyOf({
        request: { reasoning_effort: 'max', max_tokens: maxTokens },
        parameters: { reasoning: 'budget' },
      })['thinking']
    expect(thinkingWithin(1_024)).to.equal(undefined)
    expect(thinkingWithin(1_030)).to.deep.equal({ type: 'enabled', budget_tokens: 1_024 })
  })

  it('gives up a budget of thoughts for a tool that must be called', () => {
    const request = { reasoning_effort: 'high', max_tokens: 9_000, tools: [weather], tool_choice: 'required' }
    expect(bodyOf({ request, parameters: { reasoning: 'budget' } })).to.not.have.property('thinking')
    expect(bodyOf({ request })).to.have.nested.property('thinking.type', 'adaptive')
  })
})

describe('toRequest: JSON by a schema', () => {
  const formatOf = (schema: unknown, more: object = {}): unknown => {
    const request = { response_format: { type: 'json_schema', json_schema: { name: 'a', schema, ...more } } }
    return (bodyOf({ request })['output_config'] as { format: { schema: unknown } }).format.schema
  }

  it('gives the model what the caller says of the whole answer', () => {
    expect(formatOf({}, { description: 'A.' })).to.deep.equal({ description: 'A.' })
    expect(formatOf({ description: 'B.' }, { description: 'A.' })).to.deep.equal({ description: 'A.\nB.' })
  })

  it('closes objects, and says in words what the provider does not enforce', () => {
    expect(
      formatOf({
        type: 'object',
        properties: {
          age: { type: 'integer', description: 'Years.', minimum: 0 },
          kind: { oneOf: [{ const: 'a' }, { type: 'string', format: 'email' }] },
          tags: { type: 'array', items: { type: 'object', properties: {} }, maxItems: 3 },
          odd: { type: 'string', format: 'postcode' },
        },
        required: ['age'],
        additionalProperties: true,
        patternProperties: {},
      }),
    ).to.deep.equal({
      type: 'object',
      properties: {
        age: { type: 'integer', description: 'Years.\nminimum: 0' },
        kind: { anyOf: [{ const: 'a' }, { type: 'string', format: 'email' }] },
        tags: {
          type: 'array',
          items: { type: 'object', properties: {}, additionalProperties: false },
          description: 'maxItems: 3',
        },
        odd: { type: 'string', description: 'format: postcode' },
      },
      required: ['age'],
      additionalProperties: false,
    })
  })

  it('keeps references and what they refer to', () => {
    expect(
      formatOf({ $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } } }),
    ).to.deep.equal({
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } }, additionalProperties: false } },
    })
  })

  it('stands beside effort', () => {
    const request = {
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
    }
    expect(bodyOf({ request })['output_config']).to.deep.equal({
      effort: 'low',
      format: { type: 'json_schema', schema: {} },
    })
  })
})

describe('toRequest: tools', () => {
  const toolsOf = (request: Record<string, unknown>, parameters = {}): unknown => {
    const { tools, tool_choice: choice } = bodyOf({ request, parameters })
    return { tools: (tools as { name: string }[] | undefined)?.map(({ name }) => name), choice }
  }

  it('declares them, a tool without parameters too', () => {
    const strict = {
      type: 'function',
      function: {
        name: 'a',
        description: 'A.',
        strict: true,
        parameters: { type: 'object', properties: { n: { type: 'number', minimum: 1 } } },
      },
    }
    expect(bodyOf({ request: { tools: [strict, clock] } })['tools']).to.deep.equal([
      {
        name: 'a',
        description: 'A.',
        strict: true,
        input_schema: {
          type: 'object',
          properties: { n: { type: 'number', description: 'minimum: 1' } },
          additionalProperties: false,
        },
      },
      { name: 'clock', input_schema: { type: 'object', properties: {} } },
    ])
  })

  it('leaves the schema of a tool that need not be kept to as it is', () => {
    const parameters = { ...numbers, minProperties: 2 }
    const tool = { type: 'function', function: { name: 'f', parameters } }
    expect(bodyOf({ request: { tools: [tool] } })['tools']).to.deep.equal([{ name: 'f', input_schema: parameters }])
  })

  const both = { tools: ['weather', 'clock'] }
  const serial = { disable_parallel_tool_use: true }
  const cases: readonly [string, Record<string, unknown>, unknown][] = [
    ['auto', { tool_choice: 'auto' }, { ...both, choice: undefined }],
    ['none', { tool_choice: 'none' }, { ...both, choice: { type: 'none' } }],
    ['required', { tool_choice: 'required' }, { ...both, choice: { type: 'any' } }],
    [
      'one by name',
      { tool_choice: { type: 'function', function: { name: 'clock' } } },
      { ...both, choice: { type: 'tool', name: 'clock' } },
    ],
    [
      'some allowed',
      { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [clock] } } },
      { tools: ['clock'], choice: undefined },
    ],
    [
      'some of which one must be called',
      { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [clock] } } },
      { tools: ['clock'], choice: { type: 'any' } },
    ],
    ['one at a time', { parallel_tool_calls: false }, { ...both, choice: { type: 'auto', ...serial } }],
    [
      'exactly one',
      { parallel_tool_calls: false, tool_choice: 'required' },
      { ...both, choice: { type: 'any', ...serial } },
    ],
    ['none at a time', { parallel_tool_calls: false, tool_choice: 'none' }, { ...both, choice: { type: 'none' } }],
  ]
  for (const [title, request, expected] of cases) {
    it(title, () => {
      expect(toolsOf({ tools: [weather, clock], ...request })).to.deep.equal(expected)
    })
  }

  it('refuses to force a model that cannot be forced', () => {
    const request = { tools: [weather], tool_choice: 'required' }
    expect(refusalOf({ request, parameters: { forced_tools: false } })).to.equal('unsupported_parameter tool_choice')
  })

  it('defines the tools of a conversation that no longer has any', () => {
    const messages = [
      user('a'),
      { role: 'assistant' as const, tool_calls: [call('t1', 'weather')] },
      { role: 'tool' as const, tool_call_id: 't1', content: '7' },
    ]
    expect(toolsOf({ messages })).to.deep.equal({ tools: ['weather'], choice: { type: 'none' } })
  })
})

describe('toRequest: messages', () => {
  it('puts instructions before the conversation, wherever they stand', () => {
    expect(
      conversation([
        { role: 'system', content: 'a' },
        { role: 'developer', content: [text('b'), text('')] },
        user('hi'),
        { role: 'system', content: 'c' },
      ]),
    ).to.deep.equal({ system: [text('a'), text('b'), text('c')], sent: [{ role: 'user', content: [text('hi')] }] })
  })

  it('leaves instructions in their place after a user, for a model that reads them there', () => {
    const parameters = { system_turns: true }
    const later: ChatMessage = { role: 'system', content: 'c' }
    expect(conversation([user('hi'), later], parameters)).to.deep.equal([
      { role: 'user', content: [text('hi')] },
      { role: 'system', content: [text('c')] },
    ])
    expect(
      conversation([user('hi'), { role: 'assistant', content: 'x' }, later, user('go')], parameters),
    ).to.have.property('system')
  })

  it('makes one turn of what follows in one role, and leaves out what says nothing', () => {
    expect(
      conversation([user('a'), user(''), user([text('b'), text('')]), { role: 'assistant', content: '' }, user('c')]),
    ).to.deep.equal([{ role: 'user', content: [text('a'), text('b'), text('c')] }])
  })

  it('leaves out an answer to go on from, unless the model can', () => {
    const messages: readonly ChatMessage[] = [user('a'), { role: 'assistant', content: 'b' }]
    expect(conversation(messages)).to.have.lengthOf(1)
    expect(conversation(messages, { prefill: true })).to.have.lengthOf(2)
  })

  it('asks instructions alone as the words of the user, as no turn is refused, and refuses answers alone', () => {
    expect(conversation([{ role: 'system', content: 'a' }])).to.deep.equal([{ role: 'user', content: [text('a')] }])
    expect(refusalOf({ request: { messages: [{ role: 'assistant', content: 'a' }] } })).to.equal(
      'rejected_by_upstream messages',
    )
  })

  it('gives images as they are named or by what their bytes are', () => {
    const data = Buffer.from(TINY_PNG).toString('base64')
    const image = (url: string) => ({ type: 'image_url', image_url: { url, detail: 'high' } })
    expect(
      conversation([user([text('see'), image('https://example.com/a.png'), image(`data:image/jpeg;base64,${data}`)])]),
    ).to.deep.equal([
      {
        role: 'user',
        content: [
          text('see'),
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
        ],
      },
    ])
    expect(refusalOf({ request: { messages: [user([image('data:image/png;base64,aGVsbG8=')])] } })).to.equal(
      'invalid_image messages.0.content.0.image_url.url',
    )
  })

  it('gives PDFs as documents, by their bytes or their address', () => {
    const file = (given: object) => ({ type: 'file', file: given })
    const url = 'https://example.com/a.pdf'
    expect(
      conversation([
        user([text('read'), file({ file_data: TINY_PDF_URL, filename: 'a.pdf' }), file({ file_url: url })]),
      ]),
    ).to.deep.equal([
      {
        role: 'user',
        content: [
          text('read'),
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: Buffer.from(TINY_PDF).toString('base64') },
            title: 'a.pdf',
          },
          { type: 'document', source: { type: 'url', url } },
        ],
      },
    ])
    expect(refusalOf({ request: { messages: [user([file({ file_url: 'http://example.com/a.pdf' })])] } })).to.equal(
      'unsupported_parameter messages.0.content.0.file.file_url',
    )
  })

  it('carries calls and their results, results first', () => {
    expect(
      conversation([
        user('a'),
        {
          role: 'assistant',
          content: 'let me see',
          tool_calls: [call('toolu_1', 'weather', '{"in":"Riga"}'), call('toolu_2', 'clock', '')],
        },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'rain' },
        user('quick'),
        { role: 'tool', tool_call_id: 'toolu_2', content: '' },
      ]),
    ).to.deep.equal([
      { role: 'user', content: [text('a')] },
      {
        role: 'assistant',
        content: [
          text('let me see'),
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { in: 'Riga' } },
          { type: 'tool_use', id: 'toolu_2', name: 'clock', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [text('rain')] },
          { type: 'tool_result', tool_use_id: 'toolu_2' },
          text('quick'),
        ],
      },
    ])
  })

  it('gives thoughts back before the call that they led to', () => {
    const first = { type: 'thinking', thinking: 'hm', signature: 's1' }
    const second = { type: 'redacted_thinking', data: 'd' }
    const messages: readonly ChatMessage[] = [
      user('a'),
      {
        role: 'assistant',
        content: 'say',
        tool_calls: [call(toCallId('toolu_1', [first]), 'clock'), call(toCallId('toolu_2', [second]), 'clock')],
      },
      { role: 'tool', tool_call_id: toCallId('toolu_1', [first]), content: '1' },
    ]
    expect(conversation(messages)).to.deep.include({
      role: 'assistant',
      content: [
        first,
        text('say'),
        { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} },
        second,
        { type: 'tool_use', id: 'toolu_2', name: 'clock', input: {} },
      ],
    })
    expect(conversation(messages)).to.have.nested.property('2.content.0.tool_use_id', 'toolu_1')
  })

  it('answers a conversation whose ids hold more thoughts than are given back, and sends the latest', () => {
    const thought = { type: 'thinking', thinking: 'x'.repeat(1024 * 1024), signature: 's' }
    const ids = Array.from({ length: 60 }, (_, index) => toCallId(`toolu_${index}`, [thought]))
    const turns = ids.flatMap((id): readonly ChatMessage[] => [
      { role: 'assistant', content: null, tool_calls: [call(id, 'clock')] },
      { role: 'tool', tool_call_id: id, content: '1' },
    ])
    const { messages } = bodyOf({ request: { messages: [user('a'), ...turns] } }) as {
      readonly messages: readonly { readonly content: readonly Record<string, unknown>[] }[]
    }
    expect(JSON.stringify(messages).length).to.be.below(5 * 1024 * 1024)
    expect(messages.at(-2)?.content[0]).to.deep.equal(thought)
    const [calls, results] = ['id', 'tool_use_id'].map((name) =>
      messages.flatMap(({ content }) => content.flatMap((block) => block[name] ?? [])),
    )
    expect(calls).to.have.length(60)
    expect(results).to.deep.equal(calls)
  })

  it('leaves the inputs of calls texts that hold more values than a whole body may', () => {
    const many = `{"a":[${'[],'.repeat(250_000)}[]]}`
    const callWith = (id: string) => ({ id, type: 'function', function: { name: 'clock', arguments: many } }) as const
    const answer: ChatMessage = { role: 'assistant', content: null, tool_calls: [callWith('c1'), callWith('c2')] }
    const results = ['c1', 'c2'].map((id): ChatMessage => ({ role: 'tool', tool_call_id: id, content: '1' }))
    const made = conversation([user('a'), answer, ...results])
    expect(made).to.have.nested.property('1.content.0.input.a').that.has.lengthOf(250_001)
    expect(made).to.have.nested.property('1.content.1.input.INVALID_JSON', many)
  })

  it('leaves thoughts out where the provider could not read them', () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 's1' }
    const id = toCallId('toolu_1', [thought])
    const messages: readonly ChatMessage[] = [
      user('a'),
      { role: 'assistant', content: null, tool_calls: [call(id, 'clock')] },
      { role: 'tool', tool_call_id: id, content: '1' },
    ]
    const { request, deployment } = chatCall({ request: { messages } })
    const asked = toRequest(request, deployment, false, true)
    const sent = isLeft(asked) ? null : (asked.right.body as { readonly messages: readonly unknown[] }).messages
    expect(sent?.[1]).to.deep.equal({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }],
    })
  })

  it('may have any number of parts, of the user and of instructions', () => {
    const parts = Array.from({ length: 200_000 }, () => text('a'))
    const { system, sent } = conversation([{ role: 'system', content: parts }, user(parts)]) as {
      system: unknown
      sent: readonly { content: unknown }[]
    }
    expect([system, sent[0]?.content].map((blocks) => (blocks as unknown[]).length)).to.deep.equal([200_000, 200_000])
  })

  const broken: readonly [string, readonly ChatMessage[], string][] = [
    ['a result of no call', [user('a'), { role: 'tool', tool_call_id: 'x', content: '1' }], 'messages.1.tool_call_id'],
  ]
  for (const [title, messages, param] of broken) {
    it(`refuses ${title}`, () => {
      expect(refusalOf({ request: { messages } })).to.equal(`rejected_by_upstream ${param}`)
    })
  }
})
