import { expect } from 'chai'
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

  /** Takes rights away through one instance, with ever new customers, until the other is seen to refuse in time. */
  const expectRefusedInTime = async (
    takeAway: (customer: Customer) => Promise<void>,
    [here, ...others]: readonly [Use, ...Use[]],
  ): Promise<Customer> => {
    const ages: number[] = []
    while (ages.length < ROUNDS) {
      const customer = await makeCustomer(one.url, '0')
      // What the other instance knows of the customer is no older than this work.
      const { ms: age } = await timed(async () => {
        await useBoth(customer)
        await takeAway(customer)
        expect(await here(one.url, customer), 'here at once').to.equal(401)
        for (const use of [here, ...others]) await eventually(async () => (await use(two.url, customer)) === 401)
      })
      if (age < withinMs) return customer
      ages.push(age)
    }
    expect.fail(`refused by the other after ${ages.join(', ')} ms`)
  }

  it('refuses a key that the other deleted', async () => {
    await expectRefusedInTime(
      async (customer) => {
        expect(await call(one.url, customer, 'DELETE', await keyOf(customer))).to.equal(204)
      },
      [useKey],
    )
  })

  it('refuses a key that the other disabled', async () => {
    await expectRefusedInTime(
      async (customer) => {
        expect(await call(one.url, customer, 'PATCH', await keyOf(customer), { disabled: true })).to.equal(200)
      },
      [useKey],
    )
  })

  it('refuses a session that the other ended', async () => {
    const customer = await expectRefusedInTime(
      async (known) => {
        expect(await call(one.url, known, 'POST', '/v1/auth/logout')).to.equal(204)
      },
      [useSession],
    )
    expect(await useKey(two.url, customer), 'keys outlive sessions').to.equal(200)
  })

  it('refuses the session and the keys of a user who closed the account through the other', async () => {
    await expectRefusedInTime(
      async (customer) => {
        expect(await call(one.url, customer, 'DELETE', '/v1/me')).to.equal(204)
      },
      [useKey, useSession],
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
