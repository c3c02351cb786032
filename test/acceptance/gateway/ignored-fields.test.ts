import { expect } from 'chai'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

describe('fields that a provider is not given', () => {
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    scripted = await startScriptedWorld(['plain'])
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())

  const ask = (more: Readonly<Record<string, unknown>>): Promise<Response> => {
    const messages = [{ role: 'user', content: 'hello there', cache_control: { type: 'ephemeral' } }]
    return chat(scripted.gateway.url, customer.apiKey, { model: 'scripted/plain', messages, ...more })
  }

  for (const stream of [false, true]) {
    it(`are named in the answer${stream ? ', streamed' : ''}, and never leave the gateway`, async () => {
      const response = await ask({ stream, store: true, chat_template: '{{ x }}', temperature: 0.5 })
      expect(response.status).to.equal(200)
      await response.text()
      expect(response.headers.get('x-gateway-ignored')).to.equal('messages.cache_control, store, chat_template')
      const sent = scripted.upstream.requests.at(-1)?.body
      expect(sent).to.include({ temperature: 0.5 })
      expect(JSON.stringify(sent)).not.to.match(/store|chat_template|cache_control/)
    })
  }

  it('are named inside `stream_options`, too', async () => {
    const options = { include_usage: true, include_obfuscation: true, continuous_usage_stats: true }
    const response = await ask({ stream: true, stream_options: options })
    await response.text()
    expect(response.headers.get('x-gateway-ignored')?.split(', ')).to.have.members([
      'messages.cache_control',
      'stream_options.include_obfuscation',
      'stream_options.continuous_usage_stats',
    ])
  })

  it('are none of what says how much to think, in the words of other services', async () => {
    const google = { thinking_config: { thinking_budget: 5_000, later: true }, cached_content: 'c' }
    const asked: readonly (readonly [Readonly<Record<string, unknown>>, string, string | null])[] = [
      [{ reasoning: { effort: 'high', exclude: false } }, 'high', null],
      [{ reasoning: { max_tokens: 20_000 } }, 'high', null],
      [{ reasoning: { enabled: true, exclude: true } }, 'medium', 'reasoning.exclude'],
      [{ reasoning: { effort: 'low', summary: 'auto' } }, 'low', 'reasoning.summary'],
      [
        { extra_body: { google } },
        'medium',
        'extra_body.google.thinking_config.later, extra_body.google.cached_content',
      ],
    ]
    for (const [fields, effort, ignored] of asked) {
      const response = await ask(fields)
      expect(response.status, await response.text()).to.equal(200)
      const names = response.headers.get('x-gateway-ignored')
      expect(names).to.equal(['messages.cache_control', ...(ignored === null ? [] : [ignored])].join(', '))
      const { body } = scripted.upstream.requests.at(-1) ?? {}
      expect(body).to.include({ reasoning_effort: effort })
      expect(body).not.to.have.any.keys('reasoning', 'extra_body', 'include_reasoning')
    }
  })

  it('are refused by their place where they say two things of reasoning, and nothing is sent', async () => {
    const before = scripted.upstream.requests.length
    const response = await ask({ reasoning_effort: 'low', reasoning: { max_tokens: 2_000 } })
    const { error } = (await response.json()) as { error: Record<string, unknown> }
    expect([response.status, error['code'], error['param']]).to.deep.equal([
      400,
      'unsupported_parameter',
      'reasoning.max_tokens',
    ])
    expect(scripted.upstream.requests.length).to.equal(before)
  })

  it('are refused, and nothing is sent, where in another spelling they would change the price', async () => {
    const before = scripted.upstream.requests.length
    for (const field of ['N', 'maxTokens', 'Service_Tier', 'deferred']) {
      const response = await ask({ [field]: 2 })
      const { error } = (await response.json()) as { error: Record<string, unknown> }
      expect([response.status, error['code'], error['param']]).to.deep.equal([400, 'unsupported_parameter', field])
    }
    expect(scripted.upstream.requests.length).to.equal(before)
  })
})
