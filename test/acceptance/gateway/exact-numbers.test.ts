import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import { startCatalogWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import { answersText } from '../../support/upstreams/upstream-scripts.ts'

const ADAPTERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const

const catalog = JSON.stringify({
  providers: ADAPTERS.map((adapter) => ({ id: `at-${adapter}`, adapter, needs_api_key: false })),
  models: ADAPTERS.map((adapter) => ({
    id: `exact/${adapter}`,
    kind: 'chat',
    capabilities: ['tools', 'json_schema'],
    limits: { default_output_tokens: 1000, max_output_tokens: 4000, context_tokens: 100_000 },
    deployments: [{ provider: `at-${adapter}`, model: 'upstream-model' }],
    tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
  })),
})

const environmentOf = (url: string): Readonly<Record<string, string>> => ({
  ...QUICK_GIVE_BACK,
  ...Object.fromEntries(ADAPTERS.map((adapter) => [`AT_${adapter.toUpperCase().replaceAll('-', '_')}_BASE_URL`, url])),
})

/** A float makes 1234567890123456800 of the id, and shortens the decimal. */
const VALUES = '{"id":1234567890123456789,"rate":0.1234567890123456789}'
/** The same inside of a string of JSON. */
const QUOTED = JSON.stringify(VALUES).slice(1, -1)
const SCHEMA = '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807}}}'

const CHAT_TOOLS = `[{"type":"function","function":{"name":"f","parameters":${SCHEMA}}}]`
const FORMAT = `{"type":"json_schema","json_schema":{"name":"x","schema":{"enum":[9223372036854775807]}}}`
const HELLO = '{"role":"user","content":"hi"}'
const USAGE = '"usage":{"prompt_tokens":5,"completion_tokens":5,"total_tokens":10}'
const CLAUDE_USAGE = '"usage":{"input_tokens":5,"output_tokens":5}'

const chatAnswer = (message: string): string =>
  `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant",${message}},"finish_reason":"stop"}],${USAGE}}`
const claudeAnswer = (block: string): string =>
  `{"id":"msg_1","type":"message","role":"assistant","model":"c","content":[${block}],"stop_reason":"end_turn",${CLAUDE_USAGE}}`
const geminiAnswer = (part: string): string =>
  `{"candidates":[{"content":{"role":"model","parts":[${part}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":3,"totalTokenCount":6}}`
const responseAnswer = `{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":"ok","annotations":[]}]}],"tools":[{"type":"function","name":"f","parameters":${SCHEMA}}],"usage":{"input_tokens":5,"output_tokens":5,"total_tokens":10}}`

const ANSWERS: Readonly<Record<(typeof ADAPTERS)[number], string>> = {
  'openai-compatible': chatAnswer('"content":"ok"'),
  openai: responseAnswer,
  anthropic: claudeAnswer('{"type":"text","text":"ok"}'),
  google: geminiAnswer('{"text":"ok"}'),
}

const CALLS = {
  quoted: chatAnswer(
    `"content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"${QUOTED}"}}]`,
  ),
  object: chatAnswer(
    `"content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":${VALUES}}}]`,
  ),
  claude: claudeAnswer(`{"type":"tool_use","id":"toolu_1","name":"f","input":${VALUES}}`),
  gemini: geminiAnswer(`{"functionCall":{"name":"f","args":${VALUES}}}`),
}

const events = (...data: readonly string[]): string => data.map((each) => `data: ${each}\n\n`).join('')

const CLAUDE_STREAM = events(
  `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],${CLAUDE_USAGE}}}`,
  `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"f","input":${VALUES}}}`,
  '{"type":"content_block_stop","index":0}',
  '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}',
  '{"type":"message_stop"}',
)
const CHAT_STREAM = events(
  `{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":${VALUES}}}]},"finish_reason":null}]}`,
  `{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],${USAGE}}`,
  '[DONE]',
)

const CHAT = '/v1/chat/completions'
const MESSAGES = '/v1/messages'
const RESPONSES = '/v1/responses'

const HISTORY = `"messages":[${HELLO},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"${QUOTED}"}}]},{"role":"tool","tool_call_id":"c1","content":"${QUOTED}"}]`

const messagesHistory = (thoughts: string): string =>
  `"max_tokens":10,"messages":[${HELLO},{"role":"assistant","content":[${thoughts}{"type":"tool_use","id":"toolu_1","name":"f","input":${VALUES}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"x"}]}]`

const UNSIGNED = '{"type":"thinking","thinking":"x","signature":""},'
/** An answer without a part, which is taken out: so the input is written anew. */
const CUT = '{"role":"assistant","content":[]}'

interface Path {
  readonly path: string
  readonly at: (typeof ADAPTERS)[number]
  /** The fields of the body behind the model. */
  readonly fields: string
  /** What the provider answers; absent: some words. */
  readonly answer?: string
  /** What stands in the body that the provider gets, byte for byte. */
  readonly sent?: readonly string[]
  /** What stands in what the client gets. */
  readonly shown?: string
}

const PATHS: Readonly<Record<string, Path>> = {
  'a call of Anthropic in chat': {
    path: CHAT,
    at: 'anthropic',
    fields: `"messages":[${HELLO}]`,
    answer: CALLS.claude,
    shown: `"arguments":"${QUOTED}"`,
  },
  'a call of Anthropic in a stream of chat that has it at once': {
    path: CHAT,
    at: 'anthropic',
    fields: `"stream":true,"messages":[${HELLO}]`,
    answer: CLAUDE_STREAM,
    shown: `"arguments":"${QUOTED}"`,
  },
  'a call of Google in chat': {
    path: CHAT,
    at: 'google',
    fields: `"messages":[${HELLO}]`,
    answer: CALLS.gemini,
    shown: `"arguments":"${QUOTED}"`,
  },
  'a call of Google in a stream of chat': {
    path: CHAT,
    at: 'google',
    fields: `"stream":true,"messages":[${HELLO}]`,
    answer: events(CALLS.gemini),
    shown: `"arguments":"${QUOTED}"`,
  },
  'a call of Google in Messages': {
    path: MESSAGES,
    at: 'google',
    fields: `"max_tokens":10,"messages":[${HELLO}]`,
    answer: CALLS.gemini,
    shown: `"input":${VALUES}`,
  },
  'a call with arguments that are an object in chat': {
    path: CHAT,
    at: 'openai-compatible',
    fields: `"messages":[${HELLO}]`,
    answer: CALLS.object,
    shown: `"arguments":"${QUOTED}"`,
  },
  'a call with arguments that are an object in a stream of chat': {
    path: CHAT,
    at: 'openai-compatible',
    fields: `"stream":true,"messages":[${HELLO}]`,
    answer: CHAT_STREAM,
    shown: `"arguments":"${QUOTED}"`,
  },
  'a call in Messages': {
    path: MESSAGES,
    at: 'openai-compatible',
    fields: `"max_tokens":10,"messages":[${HELLO}]`,
    answer: CALLS.quoted,
    shown: `"input":${VALUES}`,
  },
  'an earlier call and its result to Anthropic': {
    path: CHAT,
    at: 'anthropic',
    fields: HISTORY,
    sent: [`"input":${VALUES}`, `"text":"${QUOTED}"`],
  },
  'an earlier call and its result to Google': {
    path: CHAT,
    at: 'google',
    fields: HISTORY,
    sent: [`"args":${VALUES}`, `"response":${VALUES}`],
  },
  'an earlier call of Messages': {
    path: MESSAGES,
    at: 'openai-compatible',
    fields: messagesHistory(''),
    sent: [`"arguments":"${QUOTED}"`],
  },
  'an earlier call of Messages whose thoughts are taken out': {
    path: MESSAGES,
    at: 'anthropic',
    fields: messagesHistory(UNSIGNED),
    sent: [`"input":${VALUES}`],
  },
  'an item of Responses whose input is written anew': {
    path: RESPONSES,
    at: 'openai',
    fields: `"input":[${HELLO},${CUT},{"role":"user","content":"go on","others":${VALUES}}]`,
    sent: [`"others":${VALUES}`],
  },
  'the schemas of chat': {
    path: CHAT,
    at: 'openai-compatible',
    fields: `"messages":[${HELLO}],"tools":${CHAT_TOOLS},"response_format":${FORMAT}`,
    sent: [SCHEMA, '{"enum":[9223372036854775807]}'],
  },
  'the schemas of chat to Anthropic': {
    path: CHAT,
    at: 'anthropic',
    fields: `"messages":[${HELLO}],"tools":${CHAT_TOOLS},"response_format":${FORMAT}`,
    sent: [SCHEMA, '{"enum":[9223372036854775807]}'],
  },
  'the schemas of chat to Google': {
    path: CHAT,
    at: 'google',
    fields: `"messages":[${HELLO}],"tools":${CHAT_TOOLS},"response_format":${FORMAT}`,
    sent: [SCHEMA, '{"enum":[9223372036854775807]}'],
  },
  'the schemas of Messages': {
    path: MESSAGES,
    at: 'openai-compatible',
    fields: `"max_tokens":10,"messages":[${HELLO}],"tools":[{"name":"f","input_schema":${SCHEMA}}]`,
    sent: [SCHEMA],
  },
  'the schemas of Responses': {
    path: RESPONSES,
    at: 'google',
    fields: `"input":"hi","tools":[{"type":"function","name":"f","parameters":${SCHEMA}}]`,
    sent: [SCHEMA],
    shown: SCHEMA,
  },
  'the schemas that a provider of Responses repeats': {
    path: RESPONSES,
    at: 'openai',
    fields: `"input":"hi","tools":[{"type":"function","name":"f","parameters":${SCHEMA}}]`,
    sent: [SCHEMA],
    shown: SCHEMA,
  },
}

describe('numbers that a float does not keep', () => {
  let scripted: ScriptedWorld
  let customer: Customer
  let url: string

  before(async () => {
    scripted = await startCatalogWorld(catalog, environmentOf)
    url = scripted.gateway.url
    customer = await scripted.world.customer(url, '1000')
  })
  after(async () => {
    await scripted.remove()
  })

  const headers = () => ({ authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' })

  const ask = async ({
    path,
    at,
    fields,
    answer,
  }: Path): Promise<{ readonly sent: string; readonly shown: string }> => {
    const text = answer ?? ANSWERS[at]
    scripted.upstream.next(answersText(text, 200, text.startsWith('data:') ? 'text/event-stream' : 'application/json'))
    const body = `{"model":"exact/${at}",${fields}}`
    const response = await fetch(url + path, { method: 'POST', headers: headers(), body })
    const shown = await response.text()
    expect(response.status, shown).to.equal(200)
    return { sent: Buffer.from(scripted.upstream.requests.at(-1)?.raw ?? []).toString('utf8'), shown }
  }

  for (const [name, path] of Object.entries(PATHS)) {
    it(`pass as they were written in ${name}`, async () => {
      const { sent, shown } = await ask(path)
      for (const part of path.sent ?? []) expect(sent).to.include(part)
      if (path.shown !== undefined) expect(shown).to.include(path.shown)
    })
  }

  it('stand as they were written in a response that its client reads again', async () => {
    const fields = `"input":"hi","store":true,"tools":[{"type":"function","name":"f","parameters":${SCHEMA}}]`
    for (const at of ['openai', 'openai-compatible'] as const) {
      const { shown } = await ask({ path: RESPONSES, at, fields })
      const { id } = JSON.parse(shown) as { id: string }
      const again = await fetch(`${url}${RESPONSES}/${id}`, { headers: headers() })
      expect(await again.text()).to.include(SCHEMA)
    }
  })

  it('are numbers in every field that the gateway reads', async () => {
    const fields = `"temperature":0.69999999999999996,"messages":[${HELLO}],"tools":${CHAT_TOOLS}`
    const { sent } = await ask({ path: CHAT, at: 'openai-compatible', fields })
    expect(sent).to.include('"temperature":0.7,').and.to.include(SCHEMA)
  })

  it('make two requests of the same key two, where nothing else differs', async () => {
    const post = (maximum: string): Promise<Response> =>
      fetch(url + CHAT, {
        method: 'POST',
        headers: { ...headers(), 'idempotency-key': 'exact' },
        body: `{"model":"exact/openai-compatible","messages":[${HELLO}],"tools":${CHAT_TOOLS.replace('9223372036854775807', maximum)}}`,
      })
    scripted.upstream.next(answersText(ANSWERS['openai-compatible']))
    expect((await post('9223372036854775807')).status).to.equal(200)
    expect((await post('9223372036854775806')).status).to.equal(422)
  })
})
