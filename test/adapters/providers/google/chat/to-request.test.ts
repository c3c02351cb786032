import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { NO_FILES } from '../../../../../src/adapters/providers/google/chat/inline-files.ts'
import { toRequest } from '../../../../../src/adapters/providers/google/chat/to-request.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'
import { TINY_GIF, TINY_PNG } from '../../../../support/media/tiny-images.ts'

type Given = NonNullable<Parameters<typeof chatCall>[0]>

const bodyOf = (given: Given) => {
  const { request, deployment } = chatCall(given)
  return toRequest(request, deployment, { fetched: NO_FILES, isStream: false })
}

const body = (request: Given['request'], parameters: Given['parameters'] = {}) => {
  const outcome = bodyOf({ request, parameters })
  if (isLeft(outcome)) throw new Error(outcome.left.message)
  return outcome.right.body as Readonly<Record<string, unknown>>
}

const config = (request: Given['request'], parameters: Given['parameters'] = {}) =>
  body(request, parameters)['generationConfig']

const contents = (messages: readonly ChatMessage[], parameters: Given['parameters'] = {}) =>
  body({ messages }, parameters)['contents']

const functionTool = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } })

const toolCall = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe('toRequest: the conversation', () => {
  it('sends a turn as it is', () => {
    expect(body({ messages: [{ role: 'user', content: 'hello' }] })).to.deep.equal({
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
      generationConfig: {},
    })
  })

  const LATE_SYSTEM: readonly ChatMessage[] = [
    { role: 'system', content: 'a' },
    { role: 'user', content: 'hi' },
    { role: 'developer', content: [{ type: 'text', text: 'b' }] },
  ]

  it('gathers the system messages, wherever they stand, in their own place', () => {
    expect(body({ messages: LATE_SYSTEM })).to.deep.include({
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }] },
    })
  })

  it('puts it before the first words for a model that has no such place', () => {
    expect(body({ messages: LATE_SYSTEM }, { system_instruction: false })).to.deep.equal({
      contents: [{ role: 'user', parts: [{ text: 'a' }, { text: 'b' }, { text: 'hi' }] }],
      generationConfig: {},
    })
  })

  it('sends it as the turn where there is no other', () => {
    expect(contents([{ role: 'system', content: 'a' }])).to.deep.equal([{ role: 'user', parts: [{ text: 'a' }] }])
  })

  it('leaves out what an assistant did not say, and its reasoning', () => {
    expect(
      contents([
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: '', reasoning_content: 'hm' },
        { role: 'assistant', content: 'yes', reasoning_content: 'hm' },
        { role: 'user', content: 'so?' },
        { role: 'assistant', content: null, refusal: 'no' },
        { role: 'user', content: 'why?' },
      ]),
    ).to.deep.equal([
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [{ text: 'yes' }] },
      { role: 'user', parts: [{ text: 'so?' }] },
      { role: 'model', parts: [{ text: 'no' }] },
      { role: 'user', parts: [{ text: 'why?' }] },
    ])
  })

  it('sends an image by what its bytes are', () => {
    const url = dataUrl(TINY_PNG, 'image/jpeg')
    expect(
      contents([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ]),
    ).to.deep.equal([
      {
        role: 'user',
        parts: [{ text: 'what?' }, { inlineData: { mimeType: 'image/png', data: url.slice(url.indexOf(',') + 1) } }],
      },
    ])
  })
})

describe('toRequest: tool calls', () => {
  const CALLS: readonly ChatMessage[] = [
    { role: 'user', content: 'weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [toolCall('c1', 'look', '{"city":"Omsk"}'), toolCall('c2', 'wait', '')],
    },
    { role: 'tool', tool_call_id: 'c2', content: 'done' },
    { role: 'tool', tool_call_id: 'c1', content: '{"degrees":-20}' },
    { role: 'user', content: 'well?' },
  ]

  it('replays them with the sentinel on the first, and gathers their results', () => {
    expect(contents(CALLS)).to.deep.equal([
      { role: 'user', parts: [{ text: 'weather?' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: 'c1', name: 'look', args: { city: 'Omsk' } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
          { functionCall: { id: 'c2', name: 'wait', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c2', name: 'wait', response: { content: 'done' } } },
          { functionResponse: { id: 'c1', name: 'look', response: { degrees: -20 } } },
        ],
      },
      { role: 'user', parts: [{ text: 'well?' }] },
    ])
  })

  it('signs nothing for a model that does not', () => {
    expect(JSON.stringify(contents(CALLS, { thought_signatures: false }))).to.not.contain('thoughtSignature')
  })

  const results: readonly [string, string, object][] = [
    ['an object', '{"a":1}', { a: 1 }],
    ['a list', '[1]', { content: '[1]' }],
    ['a number', '7', { content: '7' }],
    ['nothing', '', { content: '' }],
    ['a reference, which is reserved', '{"a":[{"$ref":"#"}]}', { content: '{"a":[{"$ref":"#"}]}' }],
  ]
  for (const [title, text, expected] of results) {
    it(`sends a result that is ${title}`, () => {
      const sent = contents([...CALLS.slice(0, 2), { role: 'tool', tool_call_id: 'c1', content: text }])
      expect(sent).to.have.deep.nested.property('[2].parts[0].functionResponse.response', expected)
    })
  }
})

describe('toRequest: tools', () => {
  const TOOLS = [
    functionTool('a', { description: 'does a', parameters: { type: 'object', const: 1 } }),
    functionTool('b'),
  ]
  const DECLARED = [
    { name: 'a', description: 'does a', parametersJsonSchema: { type: 'object', const: 1 } },
    { name: 'b' },
  ]

  const choices: readonly [string, unknown, object][] = [
    ['nothing', undefined, { mode: 'AUTO' }],
    ['auto', 'auto', { mode: 'AUTO' }],
    ['none', 'none', { mode: 'NONE' }],
    ['required', 'required', { mode: 'ANY' }],
    ['one by name', functionTool('b'), { mode: 'ANY', allowedFunctionNames: ['b'] }],
    [
      'some, one of them required',
      { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [functionTool('a')] } },
      { mode: 'ANY', allowedFunctionNames: ['a'] },
    ],
  ]
  for (const [title, choice, expected] of choices) {
    it(`tool_choice ${title}`, () => {
      expect(body({ tools: TOOLS, tool_choice: choice as 'auto' })).to.deep.include({
        tools: [{ functionDeclarations: DECLARED }],
        toolConfig: { functionCallingConfig: expected },
      })
    })
  }

  it('shows only the allowed tools where none is required', () => {
    const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [functionTool('b')] } }
    expect(body({ tools: TOOLS, tool_choice: allowed })).to.deep.include({
      tools: [{ functionDeclarations: [{ name: 'b' }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    })
  })

  it('has strict calls validated', () => {
    expect(body({ tools: [functionTool('a', { strict: true })] })).to.have.nested.property(
      'toolConfig.functionCallingConfig.mode',
      'VALIDATED',
    )
  })

  it('says nothing of a choice without tools', () => {
    expect(body({ tools: [], tool_choice: 'none' })).to.not.have.any.keys('tools', 'toolConfig')
  })

  it('sends no tools that must not be called beside JSON output', () => {
    const asked = { tools: TOOLS, tool_choice: 'none', response_format: { type: 'json_object' } }
    expect(body(asked)).to.not.have.any.keys('tools', 'toolConfig')
  })
})

describe('toRequest: generationConfig', () => {
  it('renames what goes over as it is, and leaves out what has no counterpart', () => {
    const asked = {
      temperature: 0,
      top_p: 0.9,
      top_k: 40,
      frequency_penalty: 0.1,
      presence_penalty: -0.1,
      seed: 7,
      max_tokens: 100,
      stop: ['a', ''],
      n: 1,
      user: 'u',
      metadata: { a: 'b' },
      verbosity: 'low',
      parallel_tool_calls: false,
      store: true,
      logprobs: false,
      logit_bias: {},
    }
    expect(body(asked)).to.have.keys('contents', 'generationConfig')
    expect(config(asked)).to.deep.equal({
      temperature: 0,
      topP: 0.9,
      topK: 40,
      frequencyPenalty: 0.1,
      presencePenalty: -0.1,
      seed: 7,
      maxOutputTokens: 100,
      stopSequences: ['a'],
    })
  })

  it('drops what the catalogue names', () => {
    expect(config({ frequency_penalty: 1, temperature: 1 }, { drops: ['frequency_penalty'] })).to.deep.equal({
      temperature: 1,
    })
  })

  it('lays the fixed fields of the deployment over everything', () => {
    const parameters = { safetySettings: [1], generationConfig: { thinkingConfig: { includeThoughts: true }, topK: 3 } }
    expect(body({ reasoning_effort: 'low' }, parameters)).to.deep.include({
      safetySettings: [1],
      generationConfig: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true }, topK: 3 },
    })
  })

  it('asks for JSON, of a schema that Google reads', () => {
    const schema = { type: 'object', properties: { a: { const: 1, pattern: 'x' } }, $schema: 'draft' }
    expect(config({ response_format: { type: 'json_object' } })).to.deep.equal({ responseMimeType: 'application/json' })
    expect(config({ response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } })).to.deep.equal({
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object', properties: { a: { enum: [1], description: 'pattern: "x"' } } },
    })
  })

  it('gives the model what the caller says of the whole answer', () => {
    const schemaOf = (schema: object): unknown =>
      config({ response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'A.', schema } } })
    expect(schemaOf({})).to.have.deep.property('responseJsonSchema', { description: 'A.' })
    expect(schemaOf({ description: 'B.' })).to.have.deep.property('responseJsonSchema', { description: 'A.\nB.' })
    expect(schemaOf({ description: 'A.' })).to.have.deep.property('responseJsonSchema', { description: 'A.' })
  })

  const efforts: readonly [string, Given['parameters'], object | undefined][] = [
    ['none', {}, { thinkingLevel: 'low' }],
    ['minimal', { thinking_levels: ['minimal', 'low', 'high'] }, { thinkingLevel: 'minimal' }],
    ['medium', { thinking_levels: ['low', 'high'] }, { thinkingLevel: 'high' }],
    ['xhigh', {}, { thinkingLevel: 'high' }],
    ['max', { thinking_levels: ['high', 'xhigh'] }, { thinkingLevel: 'xhigh' }],
    ['low', { thinking_levels: [] }, undefined],
    ['none', { thinking_budget: { min: 0, max: 24_576 } }, { thinkingBudget: 0 }],
    ['none', { thinking_budget: { min: 128, max: 32_768 } }, { thinkingBudget: 128 }],
    ['medium', { thinking_budget: { min: 0, max: 24_576 } }, { thinkingBudget: 8_192 }],
    ['max', { thinking_budget: { min: 128, max: 32_768 } }, { thinkingBudget: 32_768 }],
  ]
  for (const [effort, parameters, expected] of efforts) {
    it(`reasoning_effort ${effort} with ${JSON.stringify(parameters)}`, () => {
      expect(config({ reasoning_effort: effort }, parameters)).to.deep.equal(
        expected === undefined ? {} : { thinkingConfig: expected },
      )
    })
  }

  const BUDGET = { thinking_budget: { min: 0, max: 24_576 } }

  const budgets: readonly [number, Given['parameters'], object][] = [
    [2_000, BUDGET, { thinkingBudget: 2_000 }],
    [100_000, BUDGET, { thinkingBudget: 24_576 }],
    [64, { thinking_budget: { min: 128, max: 32_768 } }, { thinkingBudget: 128 }],
    [2_000, {}, { thinkingLevel: 'low' }],
    [20_000, {}, { thinkingLevel: 'high' }],
  ]
  for (const [tokens, parameters, expected] of budgets) {
    it(`a budget of ${tokens} tokens with ${JSON.stringify(parameters)}`, () => {
      expect(config({ reasoning: { max_tokens: tokens } }, parameters)).to.deep.equal({ thinkingConfig: expected })
    })
  }

  it('a budget of tokens within the limit of the answer', () => {
    expect(config({ reasoning: { max_tokens: 5_000 }, max_tokens: 2_000 }, BUDGET)).to.deep.include({
      thinkingConfig: { thinkingBudget: 1_600 },
    })
  })

  const sights: readonly [Given['request'], Given['parameters'], object | undefined][] = [
    [{}, {}, { includeThoughts: true }],
    [{ reasoning_effort: 'high' }, {}, { thinkingLevel: 'high', includeThoughts: true }],
    [{ reasoning_effort: 'none' }, {}, { thinkingLevel: 'low' }],
    [{}, BUDGET, { thinkingBudget: -1, includeThoughts: true }],
    [{ reasoning_effort: 'low' }, BUDGET, { thinkingBudget: 1_024, includeThoughts: true }],
    [{ reasoning_effort: 'low', max_tokens: 1 }, BUDGET, { thinkingBudget: 0 }],
    [{}, { thinking_levels: [] }, undefined],
    [{ include_reasoning: false, reasoning_effort: 'high' }, {}, { thinkingLevel: 'high' }],
  ]
  for (const [request, parameters, expected] of sights) {
    it(`include_reasoning and ${JSON.stringify(request)} with ${JSON.stringify(parameters)}`, () => {
      const { thinkingConfig } = config({ include_reasoning: true, ...request }, parameters) as {
        readonly thinkingConfig?: object
      }
      expect(thinkingConfig).to.deep.equal(expected)
    })
  }

  it('asks for no thoughts of a model that is fixed to think nothing, because Google refuses that', () => {
    const parameters = { ...BUDGET, generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }
    const request = { include_reasoning: true, reasoning_effort: 'high' }
    expect(config(request, parameters)).to.deep.equal(parameters.generationConfig)
  })
})

describe('toRequest: what this wire cannot carry', () => {
  const user: ChatMessage = { role: 'user', content: 'hi' }
  const called = (args: string, type = 'function'): ChatMessage => ({
    role: 'assistant',
    tool_calls: [{ ...toolCall('c1', 'f', args), type }],
  })
  const image = (url: string): ChatMessage => ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] })
  const UNSUPPORTED = 'unsupported_parameter'
  const json = { response_format: { type: 'json_object' }, tools: [functionTool('a')] }

  const cases: readonly [string, Given, string, string][] = [
    ['several choices', { request: { n: 2 } }, 'n', UNSUPPORTED],
    ['log probabilities', { request: { logprobs: true } }, 'logprobs', UNSUPPORTED],
    ['top log probabilities', { request: { top_logprobs: 2 } }, 'top_logprobs', UNSUPPORTED],
    ['biased tokens', { request: { logit_bias: { 5: 1 } } }, 'logit_bias', UNSUPPORTED],
    ['an unknown format', { request: { response_format: { type: 'grammar' } } }, 'response_format', UNSUPPORTED],
    [
      'a demand beside a reference of a schema',
      { request: { response_format: { type: 'json_schema', json_schema: { schema: { $ref: '#', minimum: 1 } } } } },
      'response_format',
      UNSUPPORTED,
    ],
    ['an unknown effort', { request: { reasoning_effort: 'huge' } }, 'reasoning_effort', UNSUPPORTED],
    ['a custom tool', { request: { tools: [{ type: 'custom', custom: {} }] } }, 'tools.0.type', UNSUPPORTED],
    [
      'a custom choice',
      { request: { tools: [functionTool('a')], tool_choice: { type: 'custom' } } },
      'tool_choice',
      UNSUPPORTED,
    ],
    ['a forced tool and JSON', { request: { ...json, tool_choice: 'required' } }, 'tool_choice', UNSUPPORTED],
    [
      'tools and JSON before Gemini 3',
      { request: json, parameters: { json_with_tools: false } },
      'response_format',
      UNSUPPORTED,
    ],
    [
      'an image of the system',
      { request: { messages: [{ ...image(dataUrl(TINY_PNG)), role: 'system' }, user] } },
      'messages.0.content.0.type',
      UNSUPPORTED,
    ],
    [
      'sound',
      { request: { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] } },
      'messages.0.content.0.type',
      UNSUPPORTED,
    ],
    [
      'a moving image',
      { request: { messages: [image(dataUrl(TINY_GIF))] } },
      'messages.0.content.0.image_url.url',
      UNSUPPORTED,
    ],
    [
      'an image that is none',
      { request: { messages: [image('data:image/png;base64,AAAA')] } },
      'messages.0.content.0.image_url.url',
      'invalid_image',
    ],
    [
      'an image of a file',
      { request: { messages: [image('file:///etc/passwd')] } },
      'messages.0.content.0.image_url.url',
      'unsafe_url',
    ],
    [
      'a call of a custom tool',
      { request: { messages: [user, called('{}', 'custom'), user] } },
      'messages.1.tool_calls.0.type',
      UNSUPPORTED,
    ],
    [
      'the result of an unknown call',
      { request: { messages: [user, { role: 'tool', tool_call_id: 'c9', content: 'x' }] } },
      'messages.1.tool_call_id',
      'rejected_by_upstream',
    ],
  ]
  for (const [title, given, param, code] of cases) {
    it(`${title}: ${param}`, () => {
      expect(bodyOf(given)).to.have.property('left').that.deep.includes({ tag: 'rejected', param, code })
    })
  }
})
