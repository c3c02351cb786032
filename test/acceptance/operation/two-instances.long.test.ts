import { expect } from 'chai'
import { makeOperator } from '../../support/accounts/operator.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'
import type { TestRedis } from '../../support/servers/redis.ts'
import { timed } from '../../support/timed.ts'

const useKey = async (url: string, { apiKey }: Customer): Promise<number> =>
  (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${apiKey}` } })).status

const useSession = async (url: string, { accessToken }: Customer): Promise<number> =>
  (await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status

const call = async (
  url: string,
  { accessToken }: Customer,
  method: string,
  path: string,
  body: object | null = null,
): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  return (await fetch(`${url}${path}`, { method, headers, body: body === null ? null : JSON.stringify(body) })).status
}

/** How long an instance trusts what it has cached. */
const CACHED_MS = 5_000

/** On a slow machine a round may take longer than the cache lives, and then tells nothing of the channel. */
const ROUNDS = 10

type Use = (url: string, customer: Customer) => Promise<number>
type Check = (url: string, customer: Customer) => Promise<boolean>

const isRefused =
  (use: Use): Check =>
  async (url, customer) =>
    (await use(url, customer)) === 401

/** Whether the customer may make so many requests a minute. */
const mayMake =
  (requests: number): Check =>
  async (url, { apiKey }) => {
    const answer = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${apiKey}` } })
    return answer.headers.get('x-ratelimit-limit-requests') === String(requests)
  }

const suite = (redis: TestRedis | null, withinMs: number): void => {
  let world: GatewayWorld
  let one: GatewayProcess
  let two: GatewayProcess

  before(async () => {
    world = await WORLDS.PostgreSQL()
    const over: Readonly<Record<string, string>> = redis === null ? {} : { REDIS_URL: redis.url }
    one = await world.start(over)
    two = await world.start(over)
  })
  after(() => world.remove())

  const useBoth = async (customer: Customer): Promise<void> => {
    for (const { url } of [one, two]) {
      expect(await useKey(url, customer)).to.equal(200)
      expect(await useSession(url, customer)).to.equal(200)
    }
  }

  const keyOf = async ({ accessToken }: Customer): Promise<string> => {
    const list = await fetch(`${one.url}/v1/me/api-keys`, { headers: { authorization: `Bearer ${accessToken}` } })
    const [key] = (await list.json()) as { id: string }[]
    return `/v1/me/api-keys/${key?.id ?? ''}`
  }

  /** Changes something through one instance, with ever new customers, until the other is seen to know it in time. */
  const expectKnownInTime = async (
    change: (customer: Customer) => Promise<void>,
    [isKnown, ...more]: readonly [Check, ...Check[]],
  ): Promise<Customer> => {
    const ages: number[] = []
    while (ages.length < ROUNDS) {
      const customer = await makeCustomer(one.url, '0')
      // What the other instance knows of the customer is no older than this work.
      const { ms: age } = await timed(async () => {
        await useBoth(customer)
        await change(customer)
        expect(await isKnown(one.url, customer), 'here at once').to.equal(true)
        for (const check of [isKnown, ...more]) await eventually(() => check(two.url, customer))
      })
      if (age < withinMs) return customer
      ages.push(age)
    }
    expect.fail(`known to the other after ${ages.join(', ')} ms`)
  }

  it('refuses a key that the other deleted', async () => {
    await expectKnownInTime(
      async (customer) => {
        expect(await call(one.url, customer, 'DELETE', await keyOf(customer))).to.equal(204)
      },
      [isRefused(useKey)],
    )
  })

  it('refuses a key that the other disabled', async () => {
    await expectKnownInTime(
      async (customer) => {
        expect(await call(one.url, customer, 'PATCH', await keyOf(customer), { disabled: true })).to.equal(200)
      },
      [isRefused(useKey)],
    )
  })

  it('refuses a session that the other ended', async () => {
    const customer = await expectKnownInTime(
      async (known) => {
        expect(await call(one.url, known, 'POST', '/v1/auth/logout')).to.equal(204)
      },
      [isRefused(useSession)],
    )
    expect(await useKey(two.url, customer), 'keys outlive sessions').to.equal(200)
  })

  it('refuses the session and the keys of a user who closed the account through the other', async () => {
    await expectKnownInTime(
      async (customer) => {
        expect(await call(one.url, customer, 'DELETE', '/v1/me')).to.equal(204)
      },
      [isRefused(useKey), isRefused(useSession)],
    )
  })

  it('allows an account as many requests a minute as an operator set through the other', async () => {
    const operator = await makeOperator(world, one.url)
    await expectKnownInTime(
      async ({ email }) => {
        const body = { requests_per_minute: 30, reason: 'a trial' }
        expect((await operator.ask(`/accounts/${await operator.idOf(email)}/limit`, body)).status).to.equal(204)
      },
      [mayMake(30)],
    )
  })
}

const redis = await findRedis()
if (redis === null) leaveOut('two instances on one PostgreSQL and one Redis')
else {
  describe('two instances on one PostgreSQL and one Redis: before their caches expire', () => {
    suite(redis, CACHED_MS)
    after(() => redis.close())
  })
}
describe('two instances on one PostgreSQL without Redis: once their caches expire, used or not', () => {
  suite(null, 4 * CACHED_MS)
})
