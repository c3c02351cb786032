import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { answersOnAnyWire } from '../../support/surfaces/upstream-answer.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { startCatalogWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import { answersJson } from '../../support/upstreams/upstream-scripts.ts'

const PROVIDERS = {
  plain: 'openai-compatible',
  broken: 'openai-compatible',
  claude: 'anthropic',
  gemini: 'google',
  sonar: 'openai-compatible',
} as const

/** A field that one provider has of its own, as the catalogue says. */
const OWN_FIELD = 'search_domain_filter'

const modelOf = (id: string, ...providers: readonly (keyof typeof PROVIDERS)[]) => ({
  id: `test/${id}`,
  kind: 'chat',
  capabilities: ['tools'],
  limits: { default_output_tokens: 1000, max_output_tokens: 1000 },
  deployments: providers.map((provider) => ({ provider, model: `at-${provider}` })),
  tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
})

const CATALOG = {
  providers: Object.entries(PROVIDERS).map(([id, adapter]) => ({
    id,
    adapter,
    needs_api_key: false,
    ...(id === 'sonar' ? { pass_fields: [OWN_FIELD] } : {}),
  })),
  models: [
    modelOf('mixed', 'plain', 'claude'),
    modelOf('failing', 'broken', 'claude'),
    modelOf('claude', 'claude'),
    modelOf('gemini', 'gemini'),
    modelOf('plain', 'plain'),
    modelOf('sonar', 'sonar'),
  ],
}

const SAYS = answersOnAnyWire({ text: 'one', end: 'stop' })
const THINKS = answersOnAnyWire({ text: 'one', reasoning: 'Hm.', end: 'stop' })
const OVERLOADED = answersJson({ error: { message: 'overloaded' } }, 503)

const FOREIGN = { type: 'thinking', thinking: 'hm', signature: 'gateway.Zm9yZWlnbg.' }
const CACHED = { type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }

describe('what a request for a message loses', () => {
  let scripted: ScriptedWorld
  let upstream: ScriptedUpstream
  let customer: Customer
  let url: string
  let lastAnswer = ''

  before(async () => {
    scripted = await startCatalogWorld(JSON.stringify(CATALOG), (upstreamUrl) =>
      Object.fromEntries(Object.keys(PROVIDERS).map((id) => [`${id.toUpperCase()}_BASE_URL`, upstreamUrl])),
    )
    upstream = scripted.upstream
    url = scripted.gateway.url
    customer = await scripted.world.customer(url, '100')
    for (const id of Object.keys(PROVIDERS)) upstream.onModel(`at-${id}`, id === 'broken' ? OVERLOADED : SAYS)
  })
  after(async () => {
    await scripted.remove()
  })

  const ignoredIn = async (model: string, body: object): Promise<string | null> => {
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': customer.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ model: `test/${model}`, max_tokens: 50, ...body }),
    })
    lastAnswer = await response.text()
    expect(response.status, lastAnswer).to.equal(200)
    return response.headers.get('x-gateway-ignored')
  }

  for (const stream of [false, true]) {
    const answer = stream ? 'streamed' : 'at once'
    const cached = { stream, messages: [{ role: 'user', content: [CACHED] }] }

    it(`is named by the deployment that answers it, of a model whose deployments speak several wires, ${answer}`, async () => {
      expect(await ignoredIn('mixed', cached)).to.equal('messages.content.cache_control')
      expect(await ignoredIn('failing', cached)).to.equal(null)
    })

    it(`is named where Anthropic is not given thoughts that it did not sign, ${answer}`, async () => {
      const messages = [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [FOREIGN, { type: 'text', text: 'b' }] },
        { role: 'user', content: 'c' },
      ]
      expect(await ignoredIn('claude', { stream, messages })).to.equal('messages.content.thinking')
      expect(JSON.stringify(upstream.requests.at(-1)?.body)).not.to.include('thinking')
    })

    it(`is named where Anthropic is not given citations that it did not write, ${answer}`, async () => {
      const own = { type: 'char_location', cited_text: 'b', document_index: 0, start_char_index: 0, end_char_index: 1 }
      const citations = [
        { type: 'web_search_result_location', url: 'https://a.example', cited_text: '', encrypted_index: '' },
        own,
      ]
      const messages = [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [{ type: 'text', text: 'b', citations }] },
        { role: 'user', content: 'c' },
      ]
      expect(await ignoredIn('claude', { stream, messages })).to.equal('messages.content.citations')
      expect(upstream.requests.at(-1)?.body['messages']).to.have.deep.nested.property('1.content', [
        { type: 'text', text: 'b', citations: [own] },
      ])
    })

    it(`is no field of a provider’s own, which is sent where it is the provider’s, ${answer}`, async () => {
      const own = { stream, messages: [{ role: 'user', content: 'a' }], [OWN_FIELD]: ['example.com'] }
      expect(await ignoredIn('sonar', own)).to.equal(null)
      expect(upstream.requests.at(-1)?.body[OWN_FIELD]).to.deep.equal(['example.com'])
      expect(await ignoredIn('plain', own)).to.equal(OWN_FIELD)
      upstream.next(SAYS)
      expect(await ignoredIn('gemini', own)).to.equal(OWN_FIELD)
      expect(JSON.stringify(upstream.requests.at(-1)?.body)).not.to.include(OWN_FIELD)
    })

    it(`is not the sight of what Gemini thinks, which is asked for only where thinking is on, ${answer}`, async () => {
      const messages = [{ role: 'user', content: 'a' }]
      const sight = async (thinking?: object): Promise<unknown> => {
        upstream.next(THINKS)
        expect(await ignoredIn('gemini', { stream, messages, thinking })).to.equal(null)
        return upstream.requests.at(-1)?.body['generationConfig']
      }
      const limit = { maxOutputTokens: 50 }
      expect(await sight({ type: 'adaptive' })).to.deep.equal({ ...limit, thinkingConfig: { includeThoughts: true } })
      expect(lastAnswer).to.include('"thinking":"Hm."')
      expect(await sight({ type: 'adaptive', display: 'omitted' })).to.deep.equal(limit)
      expect(await sight()).to.deep.equal(limit)
    })

    it(`has the names of this wire where a provider has no word for it, ${answer}`, async () => {
      upstream.next(SAYS)
      const own = { ...FOREIGN, signature: `gateway.${Buffer.from('test/gemini').toString('base64url')}.` }
      const messages = [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [own, { type: 'text', text: 'b' }] },
        { role: 'user', content: 'c' },
      ]
      expect(await ignoredIn('gemini', { stream, messages })).to.equal('messages.content.thinking')
    })
  }
})
