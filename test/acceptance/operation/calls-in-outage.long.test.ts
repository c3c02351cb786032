import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { sql } from 'kysely'
import { chat, customerAt } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { makeDataDir } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts'
import type { TcpProxy } from '../../support/servers/tcp-proxy.ts'

const say = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }], max_tokens: 16 }

/** Longer than a cache may believe a key. */
const PAST_CACHE_MS = 7_000

describe('calls against reserved money while PostgreSQL is away', () => {
  let world: GatewayWorld
  let proxy: TcpProxy
  let gateway: GatewayProcess
  let busy: Customer
  let idle: Customer

  before(async () => {
    world = await WORLDS.PostgreSQL()
    const { port } = new URL(world.database?.url ?? '')
    proxy = await startTcpProxy(Number(port === '' ? 5432 : port))
    gateway = await start()
    busy = await world.customer(gateway.url, '100000')
    idle = await world.customer(gateway.url, '100000')
  })
  after(async () => {
    await world.remove()
    await proxy.close()
  })

  const start = (over: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> => {
    const url = new URL(world.database?.url ?? '')
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    return world.start({ DATABASE_URL: url.href, ...over })
  }

  const ask = (customer: Customer): Promise<ChatOutcome> => outcomeOf(chat(gateway.url, customer.apiKey, say))

  const openReservations = async (): Promise<number> => {
    if (world.database === null) throw new Error('this test reads rows')
    const { rows } = await sql<{ open: bigint }>`
      select count(*) as open from reservations where ended_at is null`.execute(world.database.db)
    return Number(rows[0]?.open)
  }

  /** Calls until enough is reserved for the calls of an outage. */
  const warm = async (): Promise<readonly ChatOutcome[]> => {
    const outcomes: ChatOutcome[] = []
    while (outcomes.length < 40 || (await openReservations()) === 0) outcomes.push(await ask(busy))
    return outcomes
  }

  /** What each of these calls must have been charged, once, and nothing else. */
  const expectCharged = async (outcomes: readonly ChatOutcome[]): Promise<void> => {
    const owed = outcomes.map(({ operationId, usage }) => [
      operationId,
      usage === null ? -1n : sandboxPriceMicro(usage),
    ])
    await eventually(async () => (await fetch(`${gateway.url}/v1/health/db`)).ok, 50)
    await eventually(async () => {
      const charges = await busy.transactions()
      return outcomes.every(({ operationId }) => charges.some(({ reference }) => reference.id === operationId))
    }, 100)
    const ids = new Set(outcomes.map(({ operationId }) => operationId))
    const charges = (await busy.transactions()).filter(
      ({ type, reference }) => type === 'charge' && ids.has(reference.id),
    )
    expect(charges.map(({ reference, amount }) => [reference.id, -microOf(amount)])).to.have.deep.members(owed)
    await eventually(async () => (await world.audit()).exit === 0, 500)
  }

  const OUTAGES: Readonly<Record<string, readonly [begin: () => unknown, end: () => unknown]>> = {
    'nothing listens': [() => proxy.refuse(), () => proxy.reopen()],
    'nothing answers': [() => proxy.blackhole(), () => proxy.heal()],
  }
  for (const [name, [begin, end]] of Object.entries(OUTAGES)) {
    it(`go on where ${name}, past the time for which a key is cached, and are charged once afterwards; others get 503`, async () => {
      const outcomes = [...(await warm())]
      await ask(idle)
      await begin()
      const untilMs = performance.now() + PAST_CACHE_MS
      const refused: ChatOutcome[] = []
      while (performance.now() < untilMs) {
        outcomes.push(await ask(busy))
        refused.push(await ask(idle))
        await wait(200)
      }
      expect(new Set(outcomes.map(({ status }) => status))).to.deep.equal(new Set([200]))
      expect(new Set(refused.map(({ status }) => status))).to.deep.equal(new Set([503]))
      await end()
      await expectCharged(outcomes)
    })
  }

  it('are charged once although their process is killed in the outage', async () => {
    const outcomes = [...(await warm())]
    await proxy.refuse()
    for (let call = 0; call < 20; call += 1) outcomes.push(await ask(busy))
    expect(new Set(outcomes.map(({ status }) => status))).to.deep.equal(new Set([200]))
    const directory = join(world.environment['DATA_DIR'] ?? '', 'outage')
    const journals = async (): Promise<readonly string[]> =>
      (await readdir(directory)).filter((name) => name.endsWith('.charges'))
    await eventually(async () => {
      const texts = await Promise.all((await journals()).map((name) => readFile(join(directory, name), 'utf8')))
      return outcomes.slice(-20).every(({ operationId }) => texts.some((text) => text.includes(operationId)))
    })
    await gateway.end('SIGKILL')
    await proxy.reopen()
    gateway = await start()
    busy = customerAt(gateway.url, busy)
    await expectCharged(outcomes)
    expect(await readdir(directory), 'what is left of the journal').to.deep.equal([])
  })

  it('are refused where their charges could not be kept', async () => {
    const own = await makeDataDir()
    await writeFile(join(own.path, 'outage'), 'no directory')
    await gateway.end('SIGTERM')
    gateway = await start({ DATA_DIR: own.path })
    busy = customerAt(gateway.url, busy)
    await warm()
    await proxy.refuse()
    await eventually(async () => (await ask(busy)).status === 503)
    await proxy.reopen()
    await eventually(async () => (await ask(busy)).status === 200, 50)
    await own.remove()
  })
})
