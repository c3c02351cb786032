import { expect } from 'chai'
import { sql } from 'kysely'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { chat, customerAt } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { wavOfSeconds } from '../../support/media/recordings.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { HELD_MODEL, startHeldModel } from '../../support/upstreams/held-model.ts'
import type { HeldModel } from '../../support/upstreams/held-model.ts'

const ROUBLES = '1000'

const say = (stream: boolean): Readonly<Record<string, unknown>> => ({
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: 'one two three' }],
  max_tokens: 16,
  ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
})

describe('calls of a busy key on PostgreSQL, with money reserved ahead', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let held: HeldModel
  const outcomes: ChatOutcome[] = []

  before(async () => {
    held = await startHeldModel()
    world = await WORLDS.PostgreSQL()
    // What is reserved for the key stays so however long a test takes to look.
    gateway = await world.serve({ ...held.environment, RESERVATIONS_IDLE_MS: '600000' })
    customer = await world.customer(gateway.url, ROUBLES)
  })
  after(async () => {
    await world.remove()
    await held.close()
  })

  const rows = async <R>(query: ReturnType<typeof sql<R>>): Promise<readonly R[]> => {
    if (world.database === null) throw new Error('this test reads rows')
    return (await query.execute(world.database.db)).rows
  }
  const call = async (index: number): Promise<ChatOutcome> => {
    const outcome = await outcomeOf(chat(gateway.url, customer.apiKey, say(index % 2 === 0)))
    outcomes.push(outcome)
    return outcome
  }
  const openReservations = () =>
    rows(sql<{ open: bigint }>`select granted - captured - returned as open from reservations where ended_at is null`)
  const receiptOf = async (operationId: string): Promise<readonly [number, Record<string, unknown>]> => {
    const response = await fetch(`${gateway.url}/v1/usage/${operationId}`, {
      headers: { authorization: `Bearer ${customer.apiKey}` },
    })
    return [response.status, (await response.json()) as Record<string, unknown>]
  }

  it('take holds of their own until the key is busy, and then none', async () => {
    // At once: on a slow machine they may otherwise be further apart than the calls of a busy key.
    await Promise.all([0, 1, 2].map(call))
    await eventually(async () => (await openReservations()).length === 1)
    for (let index = 3; index < 60; index += 1) await call(index)
    const operations = outcomes.map(({ operationId }) => operationId)
    await eventually(async () => {
      const [ended] = await rows(sql<{ calls: bigint }>`select count(*) as calls from holds where state <> 'held'`)
      return ended?.calls === 60n
    })
    const own = await rows(sql<{ id: string }>`select id from holds where reservation is null order by id`)
    expect(own.map(({ id }) => id)).to.have.members(operations.slice(0, 3))
    const captured = await rows(sql<{ id: string }>`select id from holds where reservation is not null order by id`)
    expect(captured.map(({ id }) => id)).to.deep.equal(operations.slice(3))
  })

  it('are charged exactly once, to the micro-unit', async () => {
    const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
    const owed = outcomes.map(({ operationId, usage }) => [
      operationId,
      usage === null ? -1n : sandboxPriceMicro(usage),
    ])
    const paid = charges.map(({ reference, amount }) => [reference.id, -microOf(amount)] as const)
    expect(new Map(paid)).to.deep.equal(new Map(owed as [string, bigint][]))
    const spent = paid.reduce((sum, [, price]) => sum + price, 0n)
    const { balance, held, available } = await customer.balance()
    expect(microOf(balance)).to.equal(microOf(ROUBLES) - spent)
    expect(microOf(available)).to.equal(microOf(balance) - microOf(held))
    expect((await world.audit()).exit).to.equal(0)
  })

  it('have their receipts as soon as their answers are whole', async () => {
    for (let index = 0; index < 6; index += 1) {
      const { operationId, usage } = await call(index)
      const [status, receipt] = await receiptOf(operationId)
      expect([status, receipt['status']]).to.deep.equal([200, 'charged'])
      expect(microOf(String(receipt['charge']))).to.equal(usage === null ? null : sandboxPriceMicro(usage))
    }
  })

  it('show, while they are under way, what they keep', async () => {
    const [operationId, cancel] = await hanging()
    const [status, receipt] = await receiptOf(operationId)
    expect([status, receipt['status'], receipt['outcome']]).to.deep.equal([200, 'running', 'running'])
    expect(microOf(String(receipt['hold'])) > 0n).to.equal(true)
    const other = await world.customer(gateway.url, '1')
    const elsewhere = await fetch(`${gateway.url}/v1/usage/${operationId}`, {
      headers: { authorization: `Bearer ${other.apiKey}` },
    })
    expect(elsewhere.status).to.equal(404)
    cancel()
    await eventually(async () => (await receiptOf(operationId))[1]['status'] !== 'running')
  })

  const hanging = async (): Promise<readonly [string, () => void]> => {
    const abort = new AbortController()
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ ...say(true), model: HELD_MODEL, max_tokens: 64 }),
      signal: abort.signal,
    })
    return [response.headers.get('x-gateway-operation-id') ?? '', () => abort.abort()]
  }

  it('leave nothing reserved behind a stop', async () => {
    await eventually(async () => {
      await call(0)
      return (await openReservations()).length === 1
    })
    expect(await gateway.stop()).to.equal(true)
    expect(await openReservations()).to.deep.equal([])
    const [wallet] = await rows(
      sql<{ held: bigint; reserved: bigint }>`select held, reserved from accounts where kind = 'user' and balance > 0`,
    )
    expect(wallet).to.deep.equal({ held: 0n, reserved: 0n })
    expect((await world.audit()).exit).to.equal(0)
  })
})

describe('money that is reserved ahead', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer

  before(async () => {
    world = await WORLDS.PostgreSQL()
    gateway = await world.serve()
    customer = await world.customer(gateway.url, '100000')
  })
  after(() => world.remove())

  const recording = (): FormData => {
    const form = new FormData()
    form.set('model', 'sandbox/transcribe')
    form.set('file', new Blob([wavOfSeconds(1.5)]), 'recording.wav')
    return form
  }
  const messages = [{ role: 'user', content: 'one two three' }]
  const surfaces: Readonly<Record<string, readonly [path: string, body: () => object]>> = {
    'chat completions': ['/v1/chat/completions', () => say(false)],
    'streamed chat completions': ['/v1/chat/completions', () => say(true)],
    responses: ['/v1/responses', () => ({ model: 'sandbox/echo', input: 'one two three', max_output_tokens: 16 })],
    messages: ['/v1/messages', () => ({ model: 'sandbox/echo', max_tokens: 16, messages })],
    embeddings: ['/v1/embeddings', () => ({ model: 'sandbox/embedding', input: 'one two three' })],
    images: ['/v1/images/generations', () => ({ model: 'sandbox/image', prompt: 'a boat' })],
    speech: ['/v1/audio/speech', () => ({ model: 'sandbox/speech', voice: 'alloy', input: 'one two three' })],
    transcriptions: ['/v1/audio/transcriptions', recording],
  }

  const call = async (path: string, body: object): Promise<string> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.apiKey}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    await response.arrayBuffer()
    expect(response.status, path).to.equal(200)
    return response.headers.get('x-gateway-operation-id') ?? ''
  }

  /** Whether the call that has ended was charged from a reservation; null before its end. */
  const isCaptured = async (operationId: string): Promise<boolean | null> => {
    const row = await world.database?.db
      .selectFrom('holds')
      .select(['state', 'reservation'])
      .where('id', '=', operationId)
      .executeTakeFirst()
    return row === undefined || row.state === 'held' ? null : row.reservation !== null
  }

  for (const [name, [path, body]] of Object.entries(surfaces)) {
    it(`pays for ${name}`, async () => {
      let isAdmitted = false
      // The first calls make the key busy for calls as expensive as these.
      for (let calls = 0; calls < 20 && !isAdmitted; calls += 1) {
        const operationId = await call(path, body())
        await eventually(async () => (await isCaptured(operationId)) !== null)
        isAdmitted = (await isCaptured(operationId)) === true
      }
      expect(isAdmitted).to.equal(true)
    })
  }

  it('leaves clean books, whatever was asked for', async () => {
    expect(await gateway.stop()).to.equal(true)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
})

describe('a process that is killed with money reserved', () => {
  it('leaves none of it reserved once another has begun, and the audit says what it may have cost', async () => {
    const world = await WORLDS['the embedded database']()
    try {
      // What is reserved stays so until the process is killed, however long the test takes to look.
      const gateway = await world.start({ RESERVATIONS_IDLE_MS: '600000' })
      const customer = await world.customer(gateway.url, ROUBLES)
      const charges = async () => (await customer.transactions()).filter(({ type }) => type === 'charge')
      let calls = 0
      await eventually(async () => {
        // So many at once make a key busy, also on a machine that takes seconds for each.
        const asked = Array.from({ length: 3 }, () => outcomeOf(chat(gateway.url, customer.apiKey, say(false))))
        expect((await Promise.all(asked)).map(({ status }) => status)).to.deep.equal([200, 200, 200])
        calls += asked.length
        // What is held when all calls are charged is no hold of a call.
        await eventually(async () => (await charges()).length === calls, 50)
        return microOf((await customer.balance()).held) > 0n
      })
      await gateway.end('SIGKILL')
      const next = await world.start()
      expect(next.output()).to.match(/"reservations":1/)
      expect((await customerAt(next.url, customer).balance()).held).to.equal('0.00')
      expect(await next.end('SIGTERM')).to.equal(0)
      const { exit, stdout } = await world.audit()
      expect(exit).to.equal(0)
      expect(stdout).to.match(
        /reservations that died with money open[^\n]*1\n\s+reservation [0-9a-f-]{36}[^\n]*at most/,
      )
    } finally {
      await world.remove()
    }
  })
})
