import { expect } from 'chai'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { SERVES_WITH_SLOW_REDIS } from '../../support/processes/gateway-process.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'
import { HELD_MODEL, startHeldModel } from '../../support/upstreams/held-model.ts'
import type { HeldModel } from '../../support/upstreams/held-model.ts'

const LIMIT = 2_500
/** Two of these fit at once, with their prompts. */
const OUTPUT = 1_000
const AT_ONCE = 30

interface Answer {
  readonly status: number
  readonly message: string
  readonly tokens: number
  readonly headers: Headers
}

const makeLimitedKey = async (url: string, { accessToken }: Customer): Promise<string> => {
  const made = await fetch(`${url}/v1/me/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'limited', tokens_per_minute: LIMIT }),
  })
  const { key, tokens_per_minute: shown } = (await made.json()) as { key: string; tokens_per_minute: number }
  expect(shown).to.equal(LIMIT)
  return key
}

const ask = async (url: string, key: string, model: string): Promise<Answer> => {
  const messages = [{ role: 'user', content: 'so many words' }]
  const response = await chat(url, key, { model, max_tokens: OUTPUT, messages })
  const body = (await response.json()) as { error?: { message: string }; usage?: { total_tokens: number } }
  const { status, headers } = response
  return { status, headers, message: body.error?.message ?? '', tokens: body.usage?.total_tokens ?? 0 }
}

const figure = ({ headers }: Answer, name: string): number => Number(headers.get(`x-ratelimit-${name}-tokens`))

interface Served {
  readonly world: GatewayWorld
  readonly held: HeldModel
  readonly urls: readonly string[]
}

/** All calls at once, of which those that are accepted run until every other one was answered. */
const askAtOnce = async ({ held, urls }: Served, key: string): Promise<readonly Answer[]> => {
  held.hold()
  let answered = 0
  const calls = Array.from({ length: AT_ONCE }, async (_, call) => {
    const answer = await ask(urls[call % urls.length] ?? '', key, HELD_MODEL)
    answered += 1
    return answer
  })
  await eventually(() => answered + held.asked() >= AT_ONCE)
  held.letGo()
  return Promise.all(calls)
}

/** Two calls run while the others come: the limit holds what they may use. Their end gives back the rest. */
const expectTheLimitToHold = async (served: Served): Promise<void> => {
  const { urls } = served
  const [url = ''] = urls
  const customer = await served.world.customer(url, '1000')
  const key = await makeLimitedKey(url, customer)
  const answers = await askAtOnce(served, key)
  const accepted = answers.filter(({ status }) => status === 200)
  expect(accepted).to.have.lengthOf(2)
  const used = accepted.reduce((sum, { tokens }) => sum + tokens, 0)
  expect(used).to.be.within(1, LIMIT - OUTPUT)
  for (const answer of answers) {
    expect(figure(answer, 'limit')).to.equal(LIMIT)
    expect(answer.headers.get('x-ratelimit-reset-tokens')).to.match(/^(\d+m)?\d+(\.\d+)?m?s$/)
    if (answer.status === 200) continue
    expect(answer.status).to.equal(429)
    expect(answer.message).to.equal(`The rate limit of this API key, ${LIMIT} tokens a minute, is exceeded.`)
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60)
  }
  for (const each of urls) {
    // What both have used, and what this call may use.
    const left = LIMIT - used - OUTPUT
    await eventually(async () => {
      const next = await ask(each, key, HELD_MODEL)
      expect(figure(next, 'remaining')).to.be.at.most(left)
      return next.status === 200 && figure(next, 'remaining') > left - 500
    })
  }
  const other = await ask(url, customer.apiKey, HELD_MODEL)
  expect([other.status, other.headers.get('x-ratelimit-limit-tokens')]).to.deep.equal([200, null])
}

const redis = await findRedis()
if (redis === null) leaveOut('the limit of tokens over two instances')

describe('the tokens a minute of a key', () => {
  let world: GatewayWorld
  let held: HeldModel

  before(async () => {
    world = await WORLDS.PostgreSQL()
    held = await startHeldModel()
  })
  after(async () => {
    await world.remove()
    await held.close()
    await redis?.close()
  })

  it('hold in a process whose Redis is away', async () => {
    const { url } = await world.start({ ...held.environment, REDIS_URL: 'redis://127.0.0.1:1' })
    await expectTheLimitToHold({ world, held, urls: [url] })
  })

  if (redis !== null) {
    it('hold over two instances, for calls at once, and are given back on both', async () => {
      const environment = { ...held.environment, REDIS_URL: redis.url }
      const gateways = await Promise.all([0, 1].map(() => world.start(environment, SERVES_WITH_SLOW_REDIS)))
      await expectTheLimitToHold({ world, held, urls: gateways.map(({ url }) => url) })
    })
  }
})
