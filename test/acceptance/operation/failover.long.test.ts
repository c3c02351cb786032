import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import pg from 'pg'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { worldOn } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { runGatewayCommand } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { canStand, startHaproxy, startPgbouncer } from '../../support/servers/connection-poolers.ts'
import type { ConnectionPooler } from '../../support/servers/connection-poolers.ts'
import { canReplicate, startReplicatedPostgres } from '../../support/servers/replicated-postgres.ts'
import type { ReplicatedPostgres } from '../../support/servers/replicated-postgres.ts'

const START_MS = 240_000

const say = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }], max_tokens: 16 }

describe('a service whose PostgreSQL fails', () => {
  let servers: ReplicatedPostgres
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer
  const outcomes: ChatOutcome[] = []

  before(async function () {
    this.timeout(START_MS)
    if (!canReplicate()) this.skip()
    servers = await startReplicatedPostgres()
    world = await worldOn({ DATABASE_URL: servers.url })
    gateway = await world.start()
    customer = await world.customer(gateway.url, '100000')
  })
  after(async () => {
    await world?.remove()
    await servers?.stop()
  })

  const isHealthy = async (): Promise<boolean> => (await fetch(`${gateway.url}/v1/health/db`)).ok

  const ask = async (): Promise<ChatOutcome> => {
    const outcome = await outcomeOf(chat(gateway.url, customer.apiKey, say))
    outcomes.push(outcome)
    return outcome
  }

  /** Whether the primary has money reserved for calls to come. */
  const hasReserved = async (): Promise<boolean> => {
    const primary = new pg.Client(`postgres://postgres@127.0.0.1:${servers.primaryPort}/postgres`)
    await primary.connect()
    try {
      return (await primary.query('select 1 from reservations where ended_at is null')).rows.length > 0
    } finally {
      await primary.end()
    }
  }

  /** Calls all the time while something happens to the database, and then until calls are answered again. */
  const callDuring = async (trouble: () => Promise<void>): Promise<readonly ChatOutcome[]> => {
    const first = outcomes.length
    let isOver = false
    const calling = Array.from({ length: 3 }, async () => {
      while (!isOver) {
        await ask()
        await wait(50)
      }
    })
    await eventually(() => outcomes.length > first + 30)
    await trouble()
    await eventually(isHealthy, 50)
    const atReturn = outcomes.length
    await eventually(() => outcomes.slice(atReturn).filter(({ status }) => status === 200).length > 20)
    isOver = true
    await Promise.all(calling)
    return outcomes.slice(first)
  }

  /** No answer of another kind, each answer charged once, no other charge, and clean books. */
  const expectExact = async (): Promise<void> => {
    expect([...new Set(outcomes.map(({ status }) => status))]).to.satisfy((seen: readonly number[]) =>
      seen.every((status) => status === 200 || status === 503),
    )
    const answered = outcomes.filter(({ status }) => status === 200)
    const owed = answered.map(({ operationId, usage }) => [operationId, usage && sandboxPriceMicro(usage)])
    const charges = async () => (await customer.transactions()).filter(({ type }) => type === 'charge')
    await eventually(async () => (await charges()).length >= owed.length, 200)
    const paid = (await charges()).map(({ reference, amount }) => [reference.id, -microOf(amount)])
    expect(paid).to.have.deep.members(owed)
    await eventually(async () => (await world.audit()).exit === 0, 500)
  }

  const untilAway = (): Promise<void> => eventually(async () => !(await isHealthy()), 20)

  for (const [name, how] of [
    ['stopped', 'fast'],
    ['killed', 'immediate'],
  ] as const) {
    it(`because its server is ${name} and started again goes on, and charges each answer once`, async function () {
      this.timeout(START_MS)
      await callDuring(async () => {
        await eventually(hasReserved, 50)
        await servers.stopPrimary(how)
        await untilAway()
        const away = outcomes.length
        await eventually(() => outcomes.length > away + 20)
        const during = outcomes.slice(away + 3, away + 20).map(({ status }) => status)
        expect(new Set(during), 'calls against reserved money').to.deep.equal(new Set([200]))
        await servers.startPrimary()
      })
      await expectExact()
    })
  }

  it('because its primary is lost goes on at the synchronous standby, and charges each answer once', async function () {
    this.timeout(START_MS)
    await callDuring(() => servers.failOver())
    await gateway.printed(/another server than before takes the writes/)
    await expectExact()
    expect(await gateway.end('SIGTERM')).to.equal(0)
    const { held } = await (async () => {
      gateway = await world.start()
      const response = await fetch(`${gateway.url}/v1/me/wallets/RUB`, {
        headers: { authorization: `Bearer ${customer.accessToken}` },
      })
      return (await response.json()) as { readonly held: string }
    })()
    expect(held, 'what is held after a stop').to.equal('0.00')
  })
})

describe('what stands between the service and PostgreSQL', () => {
  let servers: ReplicatedPostgres
  const opened: ConnectionPooler[] = []

  before(async function () {
    this.timeout(START_MS)
    if (!canReplicate() || !canStand('haproxy') || !canStand('pgbouncer')) this.skip()
    servers = await startReplicatedPostgres()
  })
  after(async () => {
    await Promise.all(opened.map((each) => each.close()))
    await servers?.stop()
  })

  it('may be HAProxy, whose server may come and go', async function () {
    this.timeout(START_MS)
    const proxy = await startHaproxy(servers.primaryPort)
    opened.push(proxy)
    const world = await worldOn({ DATABASE_URL: proxy.url })
    try {
      const gateway = await world.start()
      const customer = await world.customer(gateway.url, '1000')
      const status = async (): Promise<number> => (await outcomeOf(chat(gateway.url, customer.apiKey, say))).status
      const isHealthy = async (): Promise<boolean> => (await fetch(`${gateway.url}/v1/health/db`)).ok
      expect(await status()).to.equal(200)
      await servers.stopPrimary('fast')
      await eventually(async () => !(await isHealthy()), 20)
      expect(await status()).to.equal(503)
      await servers.startPrimary()
      await eventually(isHealthy, 50)
      expect(await status()).to.equal(200)
    } finally {
      await world.remove()
    }
  })

  const POOLERS = [
    ['in session mode, which refuses the settings of a session', 'session', ''],
    [
      'in session mode, which drops the settings of a session',
      'session',
      'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ],
    [
      'in transaction mode',
      'transaction',
      'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ],
  ] as const
  for (const [name, mode, ignores] of POOLERS) {
    it(`is refused at the start in one sentence where it is PgBouncer ${name}`, async () => {
      const pooler = await startPgbouncer(servers.primaryPort, mode, ignores)
      opened.push(pooler)
      const world = await worldOn({ DATABASE_URL: pooler.url })
      try {
        const { exit, stderr } = await runGatewayCommand(['serve'], world.environment)
        expect(exit).to.equal(1)
        expect(stderr.trim()).to.match(/^[^\n]*a pooler before the database drops the settings of sessions: [^\n]*$/)
      } finally {
        await world.remove()
      }
    })
  }
})
