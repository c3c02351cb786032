import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { sql } from 'kysely'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { EXACT_HOLDS, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { HELD_MODEL, startHeldModel } from '../../support/upstreams/held-model.ts'
import type { HeldModel } from '../../support/upstreams/held-model.ts'
import { leaveOut, startRedis } from '../../support/servers/redis.ts'
import type { OwnRedis } from '../../support/servers/redis.ts'
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts'
import type { TcpProxy } from '../../support/servers/tcp-proxy.ts'
import { timed } from '../../support/timed.ts'

const say = (model: string, content: string, stream = false): Readonly<Record<string, unknown>> => ({
  model,
  messages: [{ role: 'user', content }],
  ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
})

/** Four times what the pool waits for a connection and for one statement: without that it would wait for minutes. */
const SOON_MS = 4 * (2_000 + 5_500)

const TEN_WORDS = 'one two three four five six seven eight nine ten'

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: { readonly error?: { readonly code: string }; readonly code?: string }
}

const answerOf = async (asked: () => Promise<Response>): Promise<Answer> => {
  const response = await asked()
  const body = (await response.json()) as Answer['body']
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

const limitsOf = async (url: string): Promise<string> =>
  ((await (await fetch(`${url}/v1/health`)).json()) as { readonly limits: string }).limits

describe('while PostgreSQL is away', () => {
  let world: GatewayWorld
  let proxy: TcpProxy
  let gateway: GatewayProcess
  let customer: Customer
  let heldModel: HeldModel
  /** What the customer must have paid in sum, in micro-roubles. */
  let owedMicro = 0n

  before(async () => {
    heldModel = await startHeldModel()
    world = await WORLDS.PostgreSQL()
    const url = new URL(world.database?.url ?? '')
    proxy = await startTcpProxy(Number(url.port === '' ? 5432 : url.port))
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    // The suite looks at the hold of each call. A key that calls often enough has money reserved ahead in its place.
    gateway = await world.start({ ...EXACT_HOLDS, ...heldModel.environment, DATABASE_URL: url.href })
    customer = await world.customer(gateway.url, '1000')
  })
  after(async () => {
    await world.remove()
    await proxy.close()
    await heldModel.close()
  })

  const ask = (body: Readonly<Record<string, unknown>>): Promise<ChatOutcome> =>
    outcomeOf(chat(gateway.url, customer.apiKey, body))

  const owe = ({ usage }: ChatOutcome): void => {
    owedMicro += usage === null ? 0n : sandboxPriceMicro(usage)
  }

  const isHealthy = async (): Promise<boolean> => (await fetch(`${gateway.url}/v1/health/db`)).ok

  const expectPaid = async (): Promise<void> => {
    await eventually(async () => (await customer.balance()).held === '0.00', 50)
    expect(microOf((await customer.balance()).balance)).to.equal(1_000_000_000n - owedMicro)
  }

  const expectRecovery = async (): Promise<void> => {
    await eventually(isHealthy, 50)
    const answer = await ask(say('sandbox/echo', 'back again'))
    expect([answer.status, answer.content]).to.deep.equal([200, 'back again'])
    owe(answer)
    await expectPaid()
  }

  const OUTAGES: Readonly<Record<string, { readonly begin: () => unknown; readonly end: () => unknown }>> = {
    'refuses connections': { begin: () => proxy.refuse(), end: () => proxy.reopen() },
    'swallows every packet': { begin: () => proxy.blackhole(), end: () => proxy.heal() },
  }
  for (const [name, outage] of Object.entries(OUTAGES)) {
    it(`${name}: keeps running, reports the outage, answers 503 soon, charges nothing and recovers by itself`, async () => {
      await outage.begin()
      const bearer = { authorization: `Bearer ${customer.accessToken}` }
      const json = { 'content-type': 'application/json' }
      const login = JSON.stringify({ email: customer.email, password: 'some password' })
      const topUp = JSON.stringify({ currency: 'RUB', amount: '5' })
      const post = { method: 'POST' }
      const refused: readonly (() => Promise<Response>)[] = [
        () => fetch(`${gateway.url}/v1/health/db`),
        () => chat(gateway.url, customer.apiKey, say('sandbox/echo', 'x')),
        () => chat(gateway.url, customer.apiKey, say('sandbox/echo', 'x', true)),
        () => chat(gateway.url, `sk-aiagg-${'A'.repeat(43)}`, say('sandbox/echo', 'x')),
        () => fetch(`${gateway.url}/v1/me/wallets/RUB`, { headers: bearer }),
        () => fetch(`${gateway.url}/v1/me/transactions`, { headers: bearer }),
        () => fetch(`${gateway.url}/v1/auth/login`, { ...post, headers: json, body: login }),
        () => fetch(`${gateway.url}/v1/auth/register`, { ...post, headers: json, body: login }),
        () =>
          fetch(`${gateway.url}/v1/billing/topup`, {
            ...post,
            headers: { ...json, ...bearer, 'idempotency-key': randomUUID() },
            body: topUp,
          }),
      ]
      const [alive, ...answers] = await Promise.all([
        timed(() => answerOf(() => fetch(`${gateway.url}/v1/health`))),
        ...refused.map((asked) => timed(() => answerOf(asked))),
      ])
      expect(alive.value.status).to.equal(200)
      expect(alive.ms).to.be.below(SOON_MS)
      for (const [index, { value, ms }] of answers.entries()) {
        const { status, retryAfter, body } = value
        const what = `request ${index}`
        expect(status, what).to.equal(503)
        expect(Number(retryAfter), what).to.be.within(1, 60)
        expect(body.error?.code ?? body.code, what).to.equal('overloaded')
        expect(ms, what).to.be.below(SOON_MS)
      }
      await outage.end()
      await expectRecovery()
    })
  }

  it('charges an answer that was given during the outage once, after the outage', async () => {
    heldModel.hold()
    const streaming = ask(say(HELD_MODEL, TEN_WORDS, true))
    await eventually(() => heldModel.asked() === 1)
    await proxy.refuse()
    heldModel.letGo()
    const answer = await streaming
    expect([answer.whole, answer.content]).to.deep.equal([true, TEN_WORDS])
    await wait(500)
    await proxy.reopen()
    owe(answer)
    await eventually(isHealthy, 50)
    await expectPaid()
    const charges = (await customer.transactions()).filter(({ reference }) => reference.id === answer.operationId)
    expect(charges).to.have.lengthOf(1)
  })

  it('records an answer under its key afterwards, and leaves the keys of what it refused free', async () => {
    const askUnder = (key: string, body: Readonly<Record<string, unknown>>): Promise<ChatOutcome> =>
      outcomeOf(
        fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${customer.apiKey}`,
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        }),
      )
    /** The first answer under the key that is no request to come again. */
    const answerUnder = async (key: string, body: Readonly<Record<string, unknown>>): Promise<ChatOutcome> => {
      let answer = await askUnder(key, body)
      await eventually(async () => {
        if (answer.status === 409) answer = await askUnder(key, body)
        return answer.status !== 409
      }, 100)
      return answer
    }
    const [slow, quick] = [say(HELD_MODEL, TEN_WORDS, true), say('sandbox/echo', 'x')]
    heldModel.hold()
    const streaming = askUnder('answered', slow)
    await eventually(() => heldModel.asked() === 1)
    await proxy.refuse()
    heldModel.letGo()
    const answered = await streaming
    await proxy.reopen()
    await eventually(isHealthy, 50)
    const again = await answerUnder('answered', slow)
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).to.deep.equal([
      200,
      answered.body,
      'true',
    ])
    owe(answered)

    // The key stands in the claim alone, the reference in the statement of the hold.
    for (const [key, last] of [
      ['claim-without-confirmation', 'claim-without-confirmation'],
      ['hold-without-confirmation', 'chat:'],
    ] as const) {
      proxy.blackholeAfter(last)
      expect((await askUnder(key, quick)).status, key).to.equal(503)
      proxy.heal()
      await eventually(isHealthy, 50)
      const next = await answerUnder(key, quick)
      expect([next.status, next.headers.get('idempotency-replayed')], key).to.deep.equal([200, null])
      owe(next)
    }
    await expectPaid()
  })

  it('releases a hold whose confirmation was lost', async () => {
    // The reference of the hold: nothing but the statement that places it carries it.
    proxy.blackholeAfter('chat:')
    const refused = await ask(say('sandbox/echo', 'held in vain'))
    expect(refused.status).to.equal(503)
    const held = await world.database?.db.selectFrom('accounts').select('held').where('held', '>', 0n).execute()
    expect(held, 'the commit had landed').to.have.lengthOf(1)
    proxy.heal()
    await expectRecovery()
  })

  it('survives that the server ends every session', async () => {
    heldModel.hold()
    const calls = Array.from({ length: 20 }, () => ask(say(HELD_MODEL, 'a b c', true)))
    await eventually(() => heldModel.asked() >= 5)
    const database = world.database?.db
    if (database === undefined) throw new Error('this world has rows to look at')
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`.execute(database)
    heldModel.letGo()
    for (const answer of await Promise.all(calls)) {
      expect(answer.whole || answer.status === 503, answer.body).to.equal(true)
      owe(answer)
    }
    await expectRecovery()
  })

  it('has a clean ledger after all that', async () => {
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
})

const probe = await startRedis()
await probe?.close()
const REDIS_SUITE = 'while Redis is away'

const redisSuite = (): void => {
  let world: GatewayWorld
  let redis: OwnRedis

  const start = async (port?: number): Promise<OwnRedis> => {
    const started = await startRedis(port)
    if (started === null) throw new Error('redis-server did not start')
    return started
  }

  before(async () => {
    redis = await start()
    world = await WORLDS.PostgreSQL()
  })
  after(async () => {
    await world.remove()
    await redis.close()
  })

  it('answers every request, counts in its own memory, reports it, and recovers by itself', async () => {
    const gateway = await world.start({ REDIS_URL: redis.url })
    const { apiKey } = await makeCustomer(gateway.url, '1000')
    const statuses: number[] = []
    let isOver = false
    const ask = async (): Promise<void> => {
      while (!isOver) statuses.push((await outcomeOf(chat(gateway.url, apiKey, say('sandbox/echo', 'x')))).status)
    }
    const asking = Promise.all([ask(), ask(), ask(), ask()])
    await eventually(async () => (await limitsOf(gateway.url)) === 'redis')
    await redis.close()
    await eventually(async () => (await limitsOf(gateway.url)) === 'memory (redis unreachable)')
    const answered = statuses.length
    await eventually(() => statuses.length > answered + 20)
    redis = await start(redis.port)
    await eventually(async () => (await limitsOf(gateway.url)) === 'redis')
    redis.freeze()
    await eventually(async () => (await limitsOf(gateway.url)) === 'memory (redis unreachable)')
    redis.thaw()
    await eventually(async () => (await limitsOf(gateway.url)) === 'redis')
    isOver = true
    await asking
    expect(new Set(statuses)).to.deep.equal(new Set([200]))
  })
}

if (probe === null) leaveOut(REDIS_SUITE)
else describe(REDIS_SUITE, redisSuite)
