import type Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import { APIError } from 'openai'
import type OpenAI from 'openai'
import { end, START, textBlock } from '../../../adapters/providers/anthropic/message-events.ts'
import { balanceAtRest } from '../../../support/accounts/customer.ts'
import type { Customer } from '../../../support/accounts/customer.ts'
import { openSmallBalances } from '../../../support/surfaces/small-balance.ts'
import type { SmallBalances } from '../../../support/surfaces/small-balance.ts'
import type { ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import { streams } from '../../../support/upstreams/upstream-scripts.ts'

const LIMIT = 'x-gateway-output-limit'

/** Agents ask for 64,000 tokens; with 20 roubles they get answers all the same, as long as the money lasts. */
describe('An answer that is shortened to the money at hand', () => {
  let balances: SmallBalances
  let upstream: ScriptedUpstream
  let customer: Customer
  let openai: OpenAI
  let anthropic: Anthropic

  before(async () => {
    balances = await openSmallBalances()
    upstream = balances.upstream
  })
  beforeEach(async () => {
    ;({ customer, openai, anthropic } = await balances.customer('20'))
  })
  after(() => balances.close())

  const say = { model: 'sandbox/echo', messages: [{ role: 'user' as const, content: 'one two three' }] }

  /** Half of 20 roubles pays for the prompt and some 5,000 tokens at 0.002. */
  const expectLimit = (headers: Headers): void => {
    expect(Number(headers.get(LIMIT))).to.be.within(4_800, 5_000)
  }

  it('reaches a client of chat, plain and streamed, and costs what it used', async () => {
    const { data, response } = await openai.chat.completions.create({ ...say, max_tokens: 64_000 }).withResponse()
    expect(data.choices[0]?.message.content).to.equal('one two three')
    expectLimit(response.headers)
    expect((await balanceAtRest(customer)).balance).to.equal('19.991')
    const streamed = await openai.chat.completions.create({ ...say, max_tokens: 64_000, stream: true }).withResponse()
    expectLimit(streamed.response.headers)
    let text = ''
    for await (const { choices } of streamed.data) text += choices[0]?.delta.content ?? ''
    expect(text).to.equal('one two three')
    expect((await balanceAtRest(customer)).balance).to.equal('19.982')
  })

  it('ends at the limit it was given, with `length`', async () => {
    const { customer: poor, openai: client } = await balances.customer('2')
    const content = 'a '.repeat(900)
    const asked = { model: say.model, messages: [{ role: 'user' as const, content }], max_tokens: 64_000 }
    const { data, response } = await client.chat.completions.create(asked).withResponse()
    const limit = Number(response.headers.get(LIMIT))
    expect(limit).to.be.within(256, 900)
    expect(data.choices[0]?.finish_reason).to.equal('length')
    expect(data.usage?.completion_tokens).to.be.at.most(limit)
    const { balance, held } = await balanceAtRest(poor)
    expect([Number(balance) >= 0, held]).to.deep.equal([true, '0.00'])
  })

  it('reaches a client of Responses', async () => {
    const asked = { model: say.model, input: 'one two three', max_output_tokens: 64_000 }
    const { data, response } = await openai.responses.create(asked).withResponse()
    expect(data.output_text).to.equal('one two three')
    expectLimit(response.headers)
  })

  it('reaches a client of Messages', async () => {
    const { data, response } = await anthropic.messages.create({ ...say, max_tokens: 20_000 }).withResponse()
    expect(data.content[0]).to.have.property('text', 'one two three')
    expectLimit(response.headers)
  })

  it('is asked for in the client’s own words too, with a smaller budget of thoughts', async () => {
    upstream.next(streams([START, ...textBlock(0, 'hi'), ...end('end_turn')]))
    const asked = {
      model: 'anthropic/claude-sonnet-5.5',
      max_tokens: 64_000,
      thinking: { type: 'enabled' as const, budget_tokens: 32_000 },
      messages: say.messages,
    }
    const { response } = await anthropic.messages.create({ ...asked, stream: true }).withResponse()
    await response.text()
    const limit = Number(response.headers.get(LIMIT))
    expect(limit).to.be.within(2_048, 20_000)
    const sent = JSON.parse(Buffer.from(upstream.requests.at(-1)?.raw ?? []).toString('utf8')) as object
    expect(sent).to.deep.include({ max_tokens: limit, messages: say.messages })
    expect(sent).to.deep.include({ thinking: { type: 'enabled', budget_tokens: Math.floor(limit / 2) } })
  })

  it('is refused with what it needs where the caller wants it whole', async () => {
    const options = { headers: { 'x-gateway-shorten': 'never' } }
    const refused: unknown = await openai.chat.completions
      .create({ ...say, max_tokens: 30_000 }, options)
      .catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(APIError).and.to.include({ status: 402, code: 'insufficient_balance' })
    expect((refused as APIError).message).to.match(
      /It needs at most 60\.\d+ RUB; running calls hold 0\.00 RUB, and 20\.00 RUB/,
    )
    const other = await fetch(`${balances.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.apiKey}`,
        'content-type': 'application/json',
        'x-gateway-shorten': 'maybe',
      },
      body: JSON.stringify(say),
    })
    expect(other.status).to.equal(422)
  })

  it('is the same answer, with the same limit, to a repeat under its Idempotency-Key', async () => {
    const ask = () =>
      fetch(`${balances.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${customer.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': 'once',
        },
        body: JSON.stringify({ ...say, max_tokens: 64_000 }),
      })
    const first = await ask()
    const text = await first.text()
    await balanceAtRest(customer)
    const again = await ask()
    expect([await again.text(), again.headers.get(LIMIT)]).to.deep.equal([text, first.headers.get(LIMIT)])
    expectLimit(again.headers)
    expect(again.headers.get('idempotency-replayed')).to.equal('true')
  })
})
