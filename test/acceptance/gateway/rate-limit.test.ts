import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { SERVES_WITH_SLOW_REDIS } from '../../support/processes/gateway-process.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'

const LIMIT = 60
const AT_ONCE = 150

interface Answer {
  readonly status: number
  readonly code: string | null
  readonly limit: string | null
  readonly remaining: number
  readonly reset: string | null
  readonly retryAfter: string | null
}

const read = async (asked: Promise<Response>): Promise<Answer> => {
  const response = await asked
  const body = (await response.json()) as { readonly error?: { readonly code: string } }
  return {
    status: response.status,
    code: body.error?.code ?? null,
    limit: response.headers.get('x-ratelimit-limit-requests'),
    remaining: Number(response.headers.get('x-ratelimit-remaining-requests')),
    reset: response.headers.get('x-ratelimit-reset-requests'),
    retryAfter: response.headers.get('retry-after'),
  }
}

/** Requests of every kind that share the bucket: free, paid, and refused for other reasons. */
const ask = (url: string, { apiKey }: Customer, index: number): Promise<Response> => {
  const headers = { authorization: `Bearer ${apiKey}` }
  switch (index % 4) {
    case 0:
      return chat(url, apiKey, { model: 'sandbox/echo', messages: [{ role: 'user', content: 'hi' }] })
    case 1:
      return chat(url, apiKey, { model: 'sandbox/none', messages: [] })
    case 2:
      return fetch(`${url}/v1/models/sandbox%2Fecho`, { headers })
    default:
      return fetch(`${url}/v1/models`, { headers })
  }
}

const askAtOnce = (urls: readonly string[], customer: Customer): Promise<readonly Answer[]> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => read(ask(urls[(index >> 2) % urls.length] ?? '', customer, index))),
  )

const isRefused = ({ status }: Answer): boolean => status === 429

const expectExactlyTheLimit = (answers: readonly Answer[]): void => {
  const accepted = answers.filter((answer) => !isRefused(answer))
  expect(accepted).to.have.lengthOf(LIMIT)
  expect(new Set(answers.map(({ limit }) => limit))).to.deep.equal(new Set([String(LIMIT)]))
  // Each accepted request took a place of its own.
  const places = accepted.map(({ remaining }) => remaining).sort((a, b) => a - b)
  expect(places).to.deep.equal(Array.from({ length: LIMIT }, (_, place) => place))
  for (const { code, remaining, reset, retryAfter } of answers.filter(isRefused)) {
    expect([code, remaining]).to.deep.equal(['rate_limit_exceeded', 0])
    expect(Number(retryAfter)).to.be.within(1, 60)
    expect(reset).to.match(/^(\d+m)?\d+(\.\d+)?m?s$/)
  }
}

/** A key of the customer that may call ten times a minute. */
const makeLimitedKey = async (url: string, { accessToken }: Customer): Promise<string> => {
  const made = await fetch(`${url}/v1/me/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'limited', requests_per_minute: 10 }),
  })
  return ((await made.json()) as { readonly key: string }).key
}

/** The refused requests of a key take nothing from its account. */
const expectKeysToHaveTheirOwn = async (urls: readonly string[]): Promise<void> => {
  const [url = ''] = urls
  const customer = await makeCustomer(url, '1000')
  const limited = { ...customer, apiKey: await makeLimitedKey(url, customer) }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => read(ask(urls[index % urls.length] ?? '', limited, 3))),
  )
  expect(answers.filter((answer) => !isRefused(answer))).to.have.lengthOf(10)
  expect(new Set(answers.map(({ limit }) => limit))).to.deep.equal(new Set(['10']))
  const refused = await ask(url, limited, 3)
  expect(await refused.text()).to.include('API key, 10 calls a minute,')
  expect((await read(ask(url, customer, 3))).remaining).to.equal(LIMIT - 11)
}

const DEFAULT_LIMIT = { RATE_LIMIT_PER_MINUTE: '' }

const redis = await findRedis()
if (redis === null) leaveOut('the limit of 60 a minute over two instances')

describe('the limit of 60 a minute', () => {
  let world: GatewayWorld

  before(async () => {
    world = await WORLDS.PostgreSQL()
  })
  after(async () => {
    await world.remove()
    await redis?.close()
  })

  it(`accepts exactly 60 of ${AT_ONCE} at once in one process that counts in its own memory`, async () => {
    const gateway = await world.start(DEFAULT_LIMIT)
    const [customer, other] = [await makeCustomer(gateway.url, '1000'), await makeCustomer(gateway.url, '1000')]
    expectExactlyTheLimit(await askAtOnce([gateway.url], customer))
    expect((await read(ask(gateway.url, other, 0))).status, 'another account').to.equal(200)
    await expectKeysToHaveTheirOwn([gateway.url])
    // Each account has its own bucket, and the account interface is in none.
    expect(await customer.transactions()).to.have.lengthOf.within(2, 1 + LIMIT)
  })

  if (redis !== null) {
    it(`accepts exactly 60 of ${AT_ONCE} at once over two instances, and no 61st on either`, async () => {
      const environment = { ...DEFAULT_LIMIT, REDIS_URL: redis.url }
      const gateways = await Promise.all([0, 1].map(() => world.start(environment, SERVES_WITH_SLOW_REDIS)))
      const urls = gateways.map(({ url }) => url)
      const customer = await makeCustomer(urls[0] ?? '', '1000')
      expectExactlyTheLimit(await askAtOnce(urls, customer))
      for (const url of urls) expect(isRefused(await read(ask(url, customer, 3))), url).to.equal(true)
      await expectKeysToHaveTheirOwn(urls)
      for (const url of urls) {
        const health = (await (await fetch(`${url}/v1/health`)).json()) as { readonly limits: string }
        expect(health.limits).to.equal('redis')
      }
    })
  }
})
