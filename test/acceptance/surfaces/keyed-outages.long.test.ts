import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { startRedis } from '../../support/servers/redis.ts'
import type { OwnRedis } from '../../support/servers/redis.ts'
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts'
import type { TcpProxy } from '../../support/servers/tcp-proxy.ts'
import {
  askPaidCall,
  bodyWith,
  isReplay,
  PAID_CALLS,
  startPaidCallsProvider,
} from '../../support/surfaces/paid-calls.ts'
import type { PaidAnswer, PaidCall, PaidCallsProvider } from '../../support/surfaces/paid-calls.ts'

const PAUSE_MS = 30
const ROUBLES = '100000'

/** What a client asks again for: the call is under way, or nothing was done; Messages has 529 for that. */
const LATER: ReadonlySet<number> = new Set([409, 503, 529])

interface Asked {
  readonly name: string
  readonly call: PaidCall
  readonly mark: string
  readonly idempotencyKey: string
  readonly answer: PaidAnswer
}

describe('paid calls under keys, at two instances whose PostgreSQL and Redis go and come back', function () {
  this.timeout(300_000)
  let provider: PaidCallsProvider
  let world: GatewayWorld
  let gateways: readonly GatewayProcess[]
  let proxies: readonly TcpProxy[]
  let redis: OwnRedis
  let customer: Customer
  let [marks, refusals, asksSoFar] = [0, 0, 0]

  const startOwnRedis = async (port?: number): Promise<OwnRedis> => {
    const started = await startRedis(port)
    if (started === null) throw new Error('redis-server did not start')
    return started
  }

  before(async () => {
    provider = await startPaidCallsProvider(PAUSE_MS)
    redis = await startOwnRedis()
    world = await WORLDS.PostgreSQL()
    const url = new URL(world.database?.url ?? '')
    const port = Number(url.port === '' ? 5432 : url.port)
    proxies = await Promise.all([startTcpProxy(port), startTcpProxy(port)])
    gateways = await Promise.all(
      proxies.map(async (proxy, index) => {
        url.hostname = '127.0.0.1'
        url.port = String(proxy.port)
        return world.start({
          ...provider.environment,
          DATABASE_URL: url.href,
          DATA_DIR: join(provider.folder, String(index)),
          REDIS_URL: redis.url,
        })
      }),
    )
    customer = await world.customer(gateways[0]?.url ?? '', ROUBLES)
  })
  after(async () => {
    await world.remove()
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await redis.close()
    await provider.close()
  })

  /** Asks at both in turn until there is an end. */
  const askToTheEnd = async (first: number, name: string, call: PaidCall): Promise<Asked> => {
    // As long as the words it replaces: speech is paid by the character.
    const [mark, idempotencyKey] = [`q${String((marks += 1)).padStart(4, '0')}`, randomUUID()]
    for (let at = first; ; at += 1) {
      const url = gateways[at % gateways.length]?.url ?? ''
      const answer = await askPaidCall(url, customer.apiKey, call, { idempotencyKey, body: bodyWith(call, mark) })
      if (!LATER.has(answer.status)) return { name, call, mark, idempotencyKey, answer }
      if (answer.status !== 409) refusals += 1
      await wait(Math.min(1_000 * Number(answer.headers.get('retry-after') ?? 0), 1_000))
    }
  }

  const servedTo = (mark: string): number =>
    provider.upstream.requests.filter(({ raw }) => Buffer.from(raw).includes(mark)).length

  const isHealthy = async (): Promise<boolean> =>
    (await Promise.all(gateways.map(({ url }) => fetch(`${url}/v1/health/db`)))).every(({ ok }) => ok)

  const limitsOf = async ({ url }: GatewayProcess): Promise<string> =>
    ((await (await fetch(`${url}/v1/health`)).json()) as { readonly limits: string }).limits
  const everyLimitsAre = async (wanted: string): Promise<boolean> =>
    (await Promise.all(gateways.map(limitsOf))).every((limits) => limits === wanted)
  const untilRefused = async (): Promise<void> => {
    const before = refusals
    await eventually(() => refusals > before + 10)
  }

  /** Each lasts until it has been felt. */
  const outages: Readonly<Record<string, () => Promise<void>>> = {
    'Redis dies': async () => {
      await redis.close()
      await eventually(() => everyLimitsAre('memory (redis unreachable)'))
      redis = await startOwnRedis(redis.port)
      await eventually(() => everyLimitsAre('redis'))
    },
    'PostgreSQL is lost to one of them': async () => {
      await proxies[0]?.refuse()
      await untilRefused()
      await proxies[0]?.reopen()
    },
    'PostgreSQL swallows every packet of both': async () => {
      for (const proxy of proxies) proxy.blackhole()
      await untilRefused()
      for (const proxy of proxies) proxy.heal()
    },
  }

  /** Callers of every kind at both, before the outage, in it, and behind it. */
  const askThrough = async (outage: () => Promise<void>): Promise<readonly Asked[]> => {
    const asked: Asked[] = []
    let isOver = false
    const callers = gateways.flatMap((_, first) =>
      Object.entries(PAID_CALLS).map(async ([name, call]) => {
        while (!isOver) asked.push(await askToTheEnd(first, name, call))
      }),
    )
    await eventually(() => asked.length > 40)
    await outage()
    await eventually(isHealthy, 50)
    const before = asked.length
    await eventually(() => asked.length > before + 40)
    isOver = true
    await Promise.all(callers)
    return asked
  }

  const expectMadeOnce = async (
    { name, call, mark, idempotencyKey, answer }: Asked,
    charges: ReadonlyMap<string, bigint>,
  ): Promise<void> => {
    const what = `${name} ${mark}: ${answer.bytes.toString().slice(0, 300)}`
    expect([answer.status, answer.isWhole], what).to.deep.equal([200, true])
    expect(servedTo(mark), what).to.equal(1)
    expect(charges.get(answer.operationId), what).to.equal(call.price)
    for (const { url } of gateways) {
      const again = await askPaidCall(url, customer.apiKey, call, { idempotencyKey, body: bodyWith(call, mark) })
      expect([again.status, isReplay(again), again.bytes.equals(answer.bytes)], what).to.deep.equal([200, true, true])
    }
  }

  for (const [what, outage] of Object.entries(outages)) {
    it(`are made once, charged once and given again, where ${what}`, async () => {
      const asked = await askThrough(outage)
      await eventually(async () => (await customer.balance()).held === '0.00', 200)
      const made = (await customer.transactions()).filter(({ type }) => type === 'charge')
      const charges = new Map(made.map(({ reference, amount }) => [reference.id, -microOf(amount)]))
      expect(charges.size, 'one charge a call').to.equal(made.length)
      for (const each of asked) await expectMadeOnce(each, charges)
      asksSoFar += asked.length
      expect(made).to.have.lengthOf(asksSoFar)
      expect(await world.audit()).to.include({ exit: 0, stderr: '' })
    })
  }
})
