import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

describe('A model with two equal deployments', () => {
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    const deployments = ['scripted', 'second'].map((provider) => ({ provider, model: provider, weight: 1 }))
    scripted = await startScriptedWorld(['twin'], { twin: { deployments } })
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())

  /** The deployment that got the call, and why, by the receipt. */
  const ask = async (content: string, headers: Readonly<Record<string, string>> = {}, more: object = {}) => {
    const authorization = `Bearer ${customer.apiKey}`
    const response = await fetch(`${scripted.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, ...headers },
      body: JSON.stringify({ model: 'scripted/twin', messages: [{ role: 'user', content }], max_tokens: 9, ...more }),
    })
    await response.text()
    expect(response.status).to.equal(200)
    const id = response.headers.get('x-gateway-operation-id') ?? ''
    const deployment = scripted.upstream.requests.at(-1)?.body['model']
    const receipt = await fetch(`${scripted.gateway.url}/v1/usage/${id}`, { headers: { authorization } })
    const { attempts } = (await receipt.json()) as { readonly attempts: readonly { readonly chosen_by: string }[] }
    return `${String(deployment)} by ${attempts[0]?.chosen_by}`
  }

  it('keeps the calls of a conversation together, however the client names it', async () => {
    const used = new Set<string>()
    // Chance may lead a dozen conversations to one of two, so more begin until one of them was led to the other.
    for (let begun = 0; begun < 3 || (used.size < 2 && begun < 25); begun += 1) {
      for (const header of ['x-session-id', 'x-claude-code-session-id', 'session-id', 'x-session-affinity']) {
        const session = `${header} ${begun}`
        const [deployment] = (await ask('first words', { [header]: session })).split(' ')
        used.add(deployment ?? '')
        const again = await ask('other words', { [header]: session })
        expect(again, session).to.equal(`${deployment} by warm_cache`)
      }
    }
    expect([...used].toSorted()).to.deep.equal(['scripted', 'second'])
  })

  it('knows a conversation without a name by its cache key or its beginning, streamed or not', async () => {
    const [keyed] = (await ask('a', {}, { prompt_cache_key: 'k' })).split(' ')
    expect(await ask('b', {}, { prompt_cache_key: 'k', stream: true })).to.equal(`${keyed} by warm_cache`)
    const first = await ask('how it began')
    expect(first).to.match(/by weight$/)
    expect(await ask('how it began', {}, { stream: true })).to.equal(first.replace('weight', 'warm_cache'))
    expect(await ask('how another one began')).to.match(/by weight$/)
  })
})
