import { expect } from 'chai'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { clockAhead } from '../../support/processes/clock-ahead.ts'
import { figuresOf, metricsUrlOf, scrape } from '../../support/samples.ts'

const say = (model: string, stream = false): Readonly<Record<string, unknown>> => ({
  model,
  stream,
  messages: [{ role: 'user', content: 'one two three' }],
})

/** The figures that a call moves: those of requests, calls, providers, holds and money. */
const WATCHED = [
  'gateway_requests_total',
  'gateway_refusals_total',
  'gateway_calls_total',
  'gateway_provider_calls_total',
  'gateway_provider_failures_total',
  'gateway_ledger_commands_total',
  'gateway_holds_refused_total',
  'gateway_overhead_seconds_count',
  'gen_ai_server_request_duration_seconds_count',
  'gen_ai_server_time_to_first_token_seconds_count',
  'gateway_settle_lag_seconds_count',
] as const

type Snapshot = Readonly<Record<string, number>>

const snapshotOf = (text: string): Snapshot =>
  Object.fromEntries(
    WATCHED.flatMap((name) => Object.entries(figuresOf(text, name)).map(([key, figure]) => [`${name} ${key}`, figure])),
  )

const movedBetween = (before: Snapshot, after: Snapshot): Snapshot =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, figure]) => [name, figure - (before[name] ?? 0)] as const)
      .filter(([, moved]) => moved !== 0),
  )

describe('the metrics of an installation', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let metricsUrl: string
  let customer: Customer
  before(async () => {
    world = await WORLDS.PostgreSQL()
    gateway = await world.start({ METRICS_PORT: '0', WORKER: 'off' })
    metricsUrl = metricsUrlOf(gateway.output())
    customer = await world.customer(gateway.url, '100')
  })
  after(() => world.remove())

  /** What one call moves, once the end of its hold is written, if it has one. */
  const movedBy = async (call: () => Promise<unknown>, isPaid = true): Promise<Snapshot> => {
    const before = snapshotOf(await scrape(metricsUrl))
    await call()
    let moved: Snapshot = {}
    await eventually(async () => {
      moved = movedBetween(before, snapshotOf(await scrape(metricsUrl)))
      return Object.keys(moved).some((name) => name.startsWith(isPaid ? 'gateway_settle_lag' : 'gateway_requests'))
    })
    return moved
  }
  const call =
    (body: Readonly<Record<string, unknown>>, key = customer.apiKey) =>
    async (): Promise<void> => {
      await (await chat(gateway.url, key, body)).text()
    }
  const requests = (status: string) => ({ [`gateway_requests_total openai createChatCompletion ${status}`]: 1 })
  const LABELS = 'chat sandbox sandbox/echo'

  it('a call moves: one request, one call, one hold, one charge, one duration', async () => {
    expect(await movedBy(call(say('sandbox/echo')))).to.deep.equal({
      ...requests('2xx'),
      'gateway_calls_total openai sandbox sandbox/echo answered': 1,
      'gateway_provider_calls_total sandbox': 1,
      'gateway_ledger_commands_total place_hold held': 1,
      'gateway_ledger_commands_total settle settled': 1,
      'gateway_overhead_seconds_count openai false': 1,
      [`gen_ai_server_request_duration_seconds_count ${LABELS}`]: 1,
      'gateway_settle_lag_seconds_count ': 1,
    })
  })

  it('a stream moves: the same, and one first token', async () => {
    expect(await movedBy(call(say('sandbox/echo', true)))).to.deep.equal({
      ...requests('2xx'),
      'gateway_calls_total openai sandbox sandbox/echo answered': 1,
      'gateway_provider_calls_total sandbox': 1,
      'gateway_ledger_commands_total place_hold held': 1,
      'gateway_ledger_commands_total settle settled': 1,
      'gateway_overhead_seconds_count openai true': 1,
      [`gen_ai_server_request_duration_seconds_count ${LABELS}`]: 1,
      [`gen_ai_server_time_to_first_token_seconds_count ${LABELS}`]: 1,
      'gateway_settle_lag_seconds_count ': 1,
    })
  })

  it('a failure of a provider moves: its cause, a released hold and no duration', async () => {
    expect(await movedBy(call(say('sandbox/error')))).to.deep.equal({
      ...requests('5xx'),
      'gateway_refusals_total openai upstream_error': 1,
      'gateway_calls_total openai sandbox sandbox/error failed': 1,
      'gateway_provider_calls_total sandbox': 1,
      'gateway_provider_failures_total sandbox server_error': 1,
      'gateway_ledger_commands_total place_hold held': 1,
      'gateway_ledger_commands_total release released': 1,
      'gateway_overhead_seconds_count openai false': 1,
      'gateway_settle_lag_seconds_count ': 1,
    })
  })

  it('a call without money moves: the refused hold and its reason, and no provider', async () => {
    const poor = await world.customer(gateway.url, '0.000001')
    expect(await movedBy(call(say('sandbox/echo'), poor.apiKey), false)).to.deep.equal({
      ...requests('4xx'),
      'gateway_refusals_total openai insufficient_balance': 1,
      'gateway_calls_total openai none sandbox/echo refused': 1,
      'gateway_holds_refused_total insufficient': 1,
      'gateway_ledger_commands_total place_hold insufficient': 1,
    })
  })

  it('a caller without a key moves: one request and the reason', async () => {
    expect(await movedBy(call(say('sandbox/echo'), 'no-key'), false)).to.deep.equal({
      ...requests('4xx'),
      'gateway_refusals_total openai invalid_api_key': 1,
    })
  })

  it('are served at their own address alone', async () => {
    expect((await fetch(`${gateway.url}/metrics`)).status).to.equal(404)
    expect((await fetch(new URL('/v1/models', metricsUrl))).status).to.equal(404)
  })

  it('hold no secret, no address and no id', async () => {
    const text = await scrape(metricsUrl)
    expect(text).not.to.match(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    for (const secret of [customer.apiKey, customer.email, customer.accessToken]) expect(text).not.to.include(secret)
  })

  it('have by how much the clock of a process is ahead of that of the database, which its log says at the start', async () => {
    const ahead = await world.start({ METRICS_PORT: '0', WORKER: 'off', ...clockAhead(86_400_000) })
    const [, seconds] = await ahead.printed(/"aheadSeconds":([\d.]+),"msg":"the clock of this machine is not/)
    expect(Number(seconds)).to.be.within(86_390, 86_400)
    const shown = Object.values(figuresOf(await scrape(metricsUrlOf(ahead.output())), 'gateway_clock_ahead_seconds'))
    expect(shown).to.deep.equal([Number(seconds)])
    const own = Object.values(figuresOf(await scrape(metricsUrl), 'gateway_clock_ahead_seconds'))
    expect(own).to.deep.equal([0])
  })
})
