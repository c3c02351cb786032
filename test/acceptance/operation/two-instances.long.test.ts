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

const call = async (url: string, customer: Customer, method: string, path: string): Promise<number> =>
  (await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${customer.accessToken}` } })).status

/** How long the other instance went on admitting, in milliseconds. */
const untilRefused = async (use: () => Promise<number>): Promise<number> =>
  (await timed(() => eventually(async () => (await use()) === 401))).ms

/** How long an instance trusts what it has cached. */
const CACHED_MS = 5_000

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

  /** A customer whom both instances have just admitted, by key and by session. */
  const knownCustomer = async (): Promise<Customer> => {
    const customer = await makeCustomer(one.url, '0')
    for (const { url } of [one, two]) {
      expect(await useKey(url, customer)).to.equal(200)
      expect(await useSession(url, customer)).to.equal(200)
    }
    return customer
  }

  it('refuses a key that the other deleted', async () => {
    const customer = await knownCustomer()
    const list = await fetch(`${one.url}/v1/me/api-keys`, {
      headers: { authorization: `Bearer ${customer.accessToken}` },
    })
    const [key] = (await list.json()) as { id: string }[]
    expect(await call(one.url, customer, 'DELETE', `/v1/me/api-keys/${key?.id ?? ''}`)).to.equal(204)
    expect(await useKey(one.url, customer), 'here at once').to.equal(401)
    expect(await untilRefused(() => useKey(two.url, customer))).to.be.below(withinMs)
  })

  it('refuses a key that the other disabled', async () => {
    const customer = await knownCustomer()
    const authorization = `Bearer ${customer.accessToken}`
    const list = await fetch(`${one.url}/v1/me/api-keys`, { headers: { authorization } })
    const [key] = (await list.json()) as { id: string }[]
    const disabled = await fetch(`${one.url}/v1/me/api-keys/${key?.id ?? ''}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ disabled: true }),
    })
    expect(disabled.status).to.equal(200)
    expect(await useKey(one.url, customer), 'here at once').to.equal(401)
    expect(await untilRefused(() => useKey(two.url, customer))).to.be.below(withinMs)
  })

  it('refuses a session that the other ended', async () => {
    const customer = await knownCustomer()
    expect(await call(one.url, customer, 'POST', '/v1/auth/logout')).to.equal(204)
    expect(await useSession(one.url, customer), 'here at once').to.equal(401)
    expect(await untilRefused(() => useSession(two.url, customer))).to.be.below(withinMs)
    expect(await useKey(two.url, customer), 'keys outlive sessions').to.equal(200)
  })

  it('refuses the session and the keys of a user who closed the account through the other', async () => {
    const customer = await knownCustomer()
    expect(await call(one.url, customer, 'DELETE', '/v1/me')).to.equal(204)
    expect(await useKey(one.url, customer), 'here at once').to.equal(401)
    expect(await untilRefused(() => useSession(two.url, customer))).to.be.below(withinMs)
    expect(await untilRefused(() => useKey(two.url, customer))).to.be.below(withinMs)
  })
}

const redis = await findRedis()
if (redis === null) leaveOut('two instances on one PostgreSQL and one Redis')
else {
  describe('two instances on one PostgreSQL and one Redis: long before their caches expire', () => {
    suite(redis, CACHED_MS / 2)
    after(() => redis.close())
  })
}
describe('two instances on one PostgreSQL without Redis: once their caches expire, used or not', () => {
  suite(null, 4 * CACHED_MS)
})
