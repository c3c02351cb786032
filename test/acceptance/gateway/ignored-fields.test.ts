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
