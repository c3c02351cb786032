import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { leftOutOf } from '../../../../../src/adapters/providers/fields/shape.ts'
import { DIALECTS, dialectRules } from '../../../../../src/adapters/providers/openai-compatible/dialects.ts'
import type { Dialect } from '../../../../../src/adapters/providers/openai-compatible/dialects.ts'
import { toRequest } from '../../../../../src/adapters/providers/openai-compatible/request/to-request.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'
import { openAiSchema } from '../../../../support/documents/openai-schemas.ts'
import { TINY_PDF_URL } from '../../../../support/media/tiny-pdf.ts'

interface Given extends NonNullable<Parameters<typeof chatCall>[0]> {
  readonly dialect?: Dialect
  readonly passFields?: readonly string[]
}

const sent = ({ dialect = 'plain', passFields = [], ...given }: Given, isStream = false) =>
  toRequest({ rules: dialectRules(dialect, passFields), passFields })(chatCall(given), isStream)

const bodyOf = (given: Given, isStream = false): unknown => {
  const body = sent(given, isStream)
  return isLeft(body) ? body.left : JSON.parse(JSON.stringify(body.right.body))
}

const ignoredOf = ({ dialect = 'plain', passFields = [], ...given }: Given): readonly string[] =>
  leftOutOf(chatCall(given).request, dialectRules(dialect, passFields).takes)

const messages = [{ role: 'user', content: 'one two three' }]

describe('toRequest', () => {
  it('sends the upstream model, what the provider takes, and no nulls', () => {
    const request = { temperature: 0, stop: null, top_p: undefined, logit_bias: { 5: null }, enable_thinking: true }
    expect(bodyOf({ request })).to.deep.equal({ model: 'm', messages, temperature: 0, logit_bias: { 5: null } })
  })

  it('sends a PDF with its name, and refuses it where the provider has no word for it', () => {
    const asked = (file: object) => ({ messages: [{ role: 'user' as const, content: [{ type: 'file', file }] }] })
    const sentFile = (filename: string) => ({
      model: 'm',
      messages: asked({ file_data: TINY_PDF_URL, filename }).messages,
    })
    for (const dialect of ['plain', 'openai', 'openrouter'] as const) {
      const named = bodyOf({ dialect, request: asked({ file_data: TINY_PDF_URL, filename: 'a.pdf' }) })
      expect(named, dialect).to.deep.equal(sentFile('a.pdf'))
      const nameless = bodyOf({ dialect, request: asked({ file_data: TINY_PDF_URL }) })
      expect(nameless, dialect).to.deep.equal(sentFile('document.pdf'))
    }
    for (const dialect of ['xai', 'mistral', 'deepseek'] as const) {
      const refused = bodyOf({ dialect, request: asked({ file_data: TINY_PDF_URL }) })
      expect(refused, dialect).to.include({ code: 'unsupported_parameter', param: 'messages.0.content.0.type' })
    }
  })

  it('leaves messages as they are, null content too', () => {
    const call = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }
    const history = [
      { role: 'assistant' as const, content: null, reasoning_content: 'hm', tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'x', content: '' },
    ]
    expect(bodyOf({ request: { messages: history } })).to.deep.equal({ model: 'm', messages: history })
  })

  it('leaves out of messages what says nothing and is refused: no calls, and null in all but the content', () => {
    const nothing = { name: null, tool_calls: null, tool_call_id: null, refusal: null, reasoning_content: null }
    const given = [
      { role: 'user' as const, content: 'hi', ...nothing },
      { role: 'assistant' as const, content: 'so', ...nothing, tool_calls: [], function_call: null },
      { role: 'assistant' as const, content: null, ...nothing, refusal: '' },
      { role: 'user' as const, content: 'on' },
    ]
    for (const dialect of ['openai', 'xai', 'plain'] as const) {
      const body = bodyOf({ dialect, request: { messages: given } })
      expect(body, dialect).to.have.deep.property('messages', [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'so' },
        { role: 'assistant', content: '', refusal: '' },
        { role: 'user', content: 'on' },
      ])
      if (dialect === 'openai') openAiSchema('CreateChatCompletionRequest')?.(body)
    }
  })

  it('gives an answer that says nothing an empty text, without which it is refused, and no answer an empty list', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    const silent = [{ content: null }, { content: [] }, {}, { content: null, tool_calls: [], refusal: null }]
    const thought = { role: 'assistant' as const, content: null, reasoning_content: 'hm' }
    const plain = bodyOf({ request: { messages: [thought] } })
    expect(plain).to.have.deep.property('messages', [{ ...thought, content: '' }])
    const given = [
      { role: 'user' as const, content: 'hi' },
      ...silent.map((fields) => ({ role: 'assistant' as const, ...fields })),
      { role: 'assistant' as const, content: [], tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'c', content: '' },
      { role: 'assistant' as const, content: null, refusal: 'no' },
    ]
    for (const dialect of ['openai', 'xai', 'plain'] as const) {
      const body = bodyOf({ dialect, request: { messages: given } })
      expect(body, dialect).to.have.deep.property('messages', [
        { role: 'user', content: 'hi' },
        ...silent.map(() => ({ role: 'assistant', content: '' })),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: '' },
        { role: 'assistant', content: null, refusal: 'no' },
      ])
    }
  })

  it('sends the call of a custom tool with its text and without a function, as the published schema has it', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    const custom = { id: 'd', type: 'custom', function: { name: 'shell', arguments: 'ls' } }
    const history = (...calls: readonly object[]) => [{ role: 'assistant', content: null, tool_calls: calls }]
    const body = bodyOf({ request: { messages: [{ role: 'assistant', content: null, tool_calls: [call, custom] }] } })
    const written = { id: 'd', type: 'custom', custom: { name: 'shell', input: 'ls' } }
    expect(body).to.deep.equal({ model: 'm', messages: history(call, written) })
    openAiSchema('CreateChatCompletionRequest')?.(body)
  })

  it('lets fixed parameters win over the caller, but never over model and messages', () => {
    const parameters = { reasoning_effort: 'none', model: 'other', messages: [], stream: true }
    expect(bodyOf({ request: { reasoning_effort: 'high' }, parameters })).to.deep.include({
      reasoning_effort: 'none',
      model: 'm',
      messages,
    })
  })

  it('asks for no thoughts beside tools where the deployment calls tools only so', () => {
    const tools = [{ type: 'function', function: { name: 'look' } }]
    const bodyAt = (given: Given, thinksWithTools = false): unknown => {
      const { dialect = 'openai', request, ...over } = given
      const { deployment, ...call } = chatCall({ ...over, request: { tools, ...request } })
      const asked = toRequest({ rules: dialectRules(dialect, []), passFields: [] })(
        { ...call, deployment: { ...deployment, thinksWithTools } },
        false,
      )
      return isLeft(asked) ? asked.left : asked.right.body
    }
    expect(bodyAt({})).to.have.property('reasoning_effort', 'none')
    expect(bodyAt({ request: { reasoning_effort: 'low' } })).to.have.property('reasoning_effort', 'low')
    expect(bodyAt({}, true)).not.to.have.property('reasoning_effort')
    // OpenAI has no such field, so that it is not sent; OpenRouter reads it.
    const reasoning = { effort: 'low' }
    expect(bodyAt({ request: { reasoning } })).to.have.property('reasoning_effort', 'none')
    expect(bodyAt({ dialect: 'openrouter', request: { reasoning } })).not.to.have.property('reasoning_effort')
    expect(bodyAt({ request: { reasoning: { max_tokens: 20_000 } } })).to.have.property('reasoning_effort', 'high')
    expect(bodyAt({ parameters: { reasoning } })).not.to.have.property('reasoning_effort')
    expect(bodyAt({ parameters: { efforts: ['low', 'high'] } })).not.to.have.property('reasoning_effort')
  })

  it('asks for usage in every stream, whatever the caller asked', () => {
    const request = { stream: true, stream_options: { include_usage: false, include_obfuscation: true } }
    expect(bodyOf({ request }, true)).to.deep.equal({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('sends no stream fields for a whole answer', () => {
    const request = { stream: false, stream_options: { include_usage: true } }
    expect(bodyOf({ request })).to.deep.equal({ model: 'm', messages })
  })

  it('OpenAI: no padding, no reasoning of earlier turns', () => {
    const history = [
      { role: 'assistant' as const, content: 'a', reasoning_content: 'hm' },
      { role: 'user' as const, content: 'b' },
    ]
    expect(bodyOf({ dialect: 'openai', request: { messages: history } }, true)).to.deep.equal({
      model: 'm',
      messages: [
        { role: 'assistant', content: 'a' },
        { role: 'user', content: 'b' },
      ],
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: false },
    })
  })

  it('Mistral: its own name of the seed, and no field that it refuses', () => {
    expect(bodyOf({ dialect: 'mistral', request: { seed: 7, user: 'u' } }, true)).to.deep.equal({
      model: 'm',
      messages,
      random_seed: 7,
      stream: true,
    })
  })

  it('xAI: its own name of one field, and the limit as every provider but OpenAI is given it', () => {
    const request = { max_tokens: 7, parallel_tool_calls: false }
    expect(bodyOf({ dialect: 'xai', request })).to.deep.equal({
      model: 'm',
      messages,
      max_tokens: 7,
      parallel_function_calling: false,
    })
  })

  it('Mistral: refuses a conversation of which nothing can be sent', () => {
    const request = { messages: [{ role: 'assistant' as const, content: 'a' }] }
    expect(bodyOf({ dialect: 'mistral', request })).to.include({ code: 'rejected_by_upstream', param: 'messages' })
  })

  it('Mistral: its own word for a forced call, and the name of the tool beside each result', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'clock', arguments: '{}' } }
    const history = [
      { role: 'assistant' as const, content: null, tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'c1', content: '12' },
      { role: 'tool' as const, tool_call_id: 'x', name: 'given', content: '13' },
    ]
    const tools = [{ type: 'function', function: { name: 'clock' } }]
    const body = bodyOf({ dialect: 'mistral', request: { messages: history, tools, tool_choice: 'required' } })
    expect(body).to.have.property('tool_choice', 'any')
    expect(body).to.have.nested.property('messages[1].name', 'clock')
    expect(body).to.have.nested.property('messages[2].name', 'given')
    const plain = bodyOf({ request: { messages: history, tools, tool_choice: 'required' } })
    expect(plain).to.deep.include({ messages: history, tool_choice: 'required' })
  })
})

describe('toRequest of a model that thinks', () => {
  const history = [
    { role: 'user' as const, content: 'a' },
    { role: 'assistant' as const, content: 'b' },
    { role: 'user' as const, content: 'c' },
  ]
  const withThoughts = history.map((message) =>
    message.role === 'user' ? message : { ...message, reasoning_content: '' },
  )

  it('gives DeepSeek back the thoughts before each answer, empty where there are none', () => {
    const body = bodyOf({ dialect: 'deepseek', request: { messages: history, reasoning_effort: 'medium' } })
    expect(body).to.deep.equal({ model: 'm', messages: withThoughts, reasoning_effort: 'low' })
  })

  it('gives DeepSeek no thoughts where the caller, its word or the catalogue turned them off', () => {
    const thinking = { type: 'disabled' }
    const off = { model: 'm', messages: history, thinking }
    for (const given of [{ thinking }, { reasoning_effort: 'none' }]) {
      expect(bodyOf({ dialect: 'deepseek', request: { messages: history, ...given } })).to.deep.equal(off)
    }
    const parameters = { thinking }
    expect(bodyOf({ dialect: 'deepseek', request: { messages: history }, parameters })).to.deep.equal(off)
  })

  it('asks OpenRouter in tokens how much to think, and every other provider in words', () => {
    const request = { reasoning: { max_tokens: 20_000 }, include_reasoning: true }
    const openrouter = bodyOf({ dialect: 'openrouter', request })
    expect(openrouter).to.deep.equal({ model: 'm', messages, ...request })
    expect(bodyOf({ dialect: 'plain', request })).to.deep.equal({ model: 'm', messages, reasoning_effort: 'high' })
  })

  it('asks Mistral in its own words how much to think', () => {
    const wordFor = (effort: string) => bodyOf({ dialect: 'mistral', request: { reasoning_effort: effort } })
    expect(wordFor('medium')).to.deep.equal({ model: 'm', messages, reasoning_effort: 'high' })
    expect(wordFor('none')).to.deep.equal({ model: 'm', messages, reasoning_effort: 'none' })
  })

  it('asks by the words that the catalogue lists for the deployment, and does not send the list', () => {
    const parameters = { efforts: ['low', 'medium'], temperature: 1 }
    const body = bodyOf({ dialect: 'mistral', request: { reasoning_effort: 'max' }, parameters })
    expect(body).to.deep.equal({ model: 'm', messages, reasoning_effort: 'medium', temperature: 1 })
  })
})

/** Fields that no provider of OpenAI's wire is given, in the spellings in which a server might read them. */
const HOSTILE: Readonly<Record<string, unknown>> = {
  Temperature: 2,
  topP: 1,
  ſeed: 1,
  deferred: true,
  store: true,
  chat_template: '{{ evil }}',
  guided_regex: '(a+)+$',
  structured_outputs: { regex: '(a+)+$' },
  kv_transfer_params: { remote_host: 'x' },
  extra_body: { n: 9 },
  options: { num_predict: 9 },
  metadata: { a: 1 },
  ...(JSON.parse('{"__proto__":{"stream":true},"constructor":{"n":9}}') as object),
}

describe('what no provider is given', () => {
  for (const dialect of DIALECTS) {
    it(`${dialect}: fields that are on no list, and each is named`, () => {
      const given = { dialect, request: HOSTILE }
      expect(bodyOf(given)).to.deep.equal({ model: 'm', messages })
      const names = Object.keys(HOSTILE).map((name) => (name === 'extra_body' ? 'extra_body.n' : name))
      expect(ignoredOf(given).toSorted()).to.deep.equal(names.toSorted())
    })
  }

  it('is left out of messages, parts, calls and tools as well, and named without places in lists', () => {
    const request = {
      messages: [
        {
          role: 'user' as const,
          Content: 'other',
          cache_control: { type: 'ephemeral' },
          content: [
            { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low', file_id: 'f' } },
          ],
        },
        {
          role: 'assistant' as const,
          content: null,
          audio: { id: 'a' },
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}', Name: 'g' } }],
        },
      ],
      tools: [
        { type: 'function', Type: 'mcp', server_url: 'http://x', function: { name: 'f', parameters: { any: [1] } } },
      ],
      tool_choice: { type: 'function', function: { name: 'f', x: 1 } },
      response_format: { type: 'json_schema', json_schema: { name: 's', schema: { x: { y: 1 } } }, grammar: 'g' },
    }
    expect(bodyOf({ request })).to.deep.equal({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: { any: [1] } } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      response_format: { type: 'json_schema', json_schema: { name: 's', schema: { x: { y: 1 } } } },
    })
    expect(ignoredOf({ request }).toSorted()).to.deep.equal([
      'messages.Content',
      'messages.audio',
      'messages.cache_control',
      'messages.content.cache_control',
      'messages.content.image_url.file_id',
      'messages.tool_calls.function.Name',
      'response_format.grammar',
      'tool_choice.function.x',
      'tools.Type',
      'tools.server_url',
    ])
  })

  it('is an object where one value is meant', () => {
    const given = { request: { reasoning_effort: { n: 9 }, top_logprobs: [1], temperature: 1 } }
    expect(bodyOf(given)).to.deep.equal({ model: 'm', messages, temperature: 1 })
    expect(ignoredOf(given)).to.deep.equal(['reasoning_effort', 'top_logprobs'])
  })

  it('is refused where leaving it out would change what the answer is', () => {
    for (const [dialect, request, param] of [
      ['mistral', { logprobs: true }, 'logprobs'],
      ['mistral', { logit_bias: { 5: 1 } }, 'logit_bias'],
      ['deepseek', { seed: 1 }, 'seed'],
    ] as const) {
      expect(bodyOf({ dialect, request })).to.include({ tag: 'rejected', code: 'unsupported_parameter', param })
    }
    expect(ignoredOf({ dialect: 'mistral', request: { logprobs: null } })).to.deep.equal([])
  })
})

describe('what the catalogue lets through besides', () => {
  const passFields = ['top_k', 'chat_template_kwargs', 'messages.prefix', 'messages.content.cache_control']

  it('goes over by its exact name, in its own place', () => {
    const request = {
      top_k: 5,
      Top_K: 9,
      prefix: 'x',
      chat_template_kwargs: { enable_thinking: false },
      messages: [
        { role: 'user' as const, prefix: true, content: [{ type: 'text', text: 'a', cache_control: { type: 'e' } }] },
      ],
    }
    expect(bodyOf({ passFields, request })).to.deep.equal({
      model: 'm',
      top_k: 5,
      chat_template_kwargs: { enable_thinking: false },
      messages: [{ role: 'user', prefix: true, content: [{ type: 'text', text: 'a', cache_control: { type: 'e' } }] }],
    })
    expect(ignoredOf({ passFields, request })).to.deep.equal(['Top_K', 'prefix'])
  })

  it('may hold nothing inside that is priced, however it is spelt', () => {
    for (const inside of [{ max_tokens: 9 }, { a: [{ Num_Predict: 9 }] }, { a: { serviceTier: 'x' } }]) {
      const body = bodyOf({ passFields, request: { chat_template_kwargs: inside } })
      expect(body, JSON.stringify(inside)).to.include({ tag: 'rejected', code: 'unsupported_parameter' })
    }
  })
})
