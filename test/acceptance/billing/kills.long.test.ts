import { EventEmitter, once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { sql } from 'kysely'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf, outcomeOf } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { makeDataDir } from '../../support/processes/gateway-process.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { countedTokens, startCountingProvider } from '../../support/upstreams/counting-provider.ts'
import type { CountingProvider } from '../../support/upstreams/counting-provider.ts'

/** `KILLS=200` kills more often; that takes ten minutes. */
const KILLS = Number(process.env['KILLS'] ?? 5)
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const ROUBLES = '1000000'
const CALLERS = 12

/** Calls that a process answers before it may be killed: enough for its key to be busy. */
const CALLS_BEFORE = 60

/**
 * A process is killed a little after one of its calls has come to this; in turn. A call that is `held` has the head of
 * a stream, and no stream ends before the process is dead: at least one answer is cut.
 */
const MOMENTS = ['asked', 'held', 'served', 'answered', 'receipt'] as const
const LATER_MS = 12

const PRICES = { input: 1_000n, output: 2_000n }

const CATALOG = {
  providers: [{ id: 'openai', adapter: 'openai' }],
  models: [
    {
      id: 'kills/chat',
      kind: 'chat',
      capabilities: [],
      deployments: [{ provider: 'openai', model: 'counted' }],
      limits: { default_output_tokens: 100, max_output_tokens: 100 },
      tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
    },
  ],
}

/** A call as its client saw it. */
interface Call {
  readonly question: string
  /** Which process was asked: the survivor has number 0. */
  readonly process: number
  readonly operationId: string
  readonly status: number
  readonly isWhole: boolean
  /** Whether its receipt was read, with a charge. */
  readonly hasReceipt: boolean
}

const priceOf = (question: string): bigint => {
  const [prompt, answer] = countedTokens(question)
  return BigInt(prompt) * PRICES.input + BigInt(answer) * PRICES.output
}

const sumOf = (sums: readonly bigint[]): bigint => sums.reduce((total, each) => total + each, 0n)

describe(`kill -9 of a process under load, ${KILLS} times, with money reserved ahead on PostgreSQL`, function () {
  // Many starts of a service one after another, and a minute in which dead processes are silent.
  this.timeout(120_000 + KILLS * 60_000)
  const moments = new EventEmitter()
  const calls: Call[] = []
  /** The questions of killed processes whose client has the head of an answer. */
  const begun = new Set<string>()
  let files: Awaited<ReturnType<typeof makeDataDir>>
  let provider: CountingProvider
  let world: GatewayWorld
  let customer: Customer
  let asked = 0

  const rows = async <R>(query: ReturnType<typeof sql<R>>): Promise<readonly R[]> => {
    if (world.database === null) throw new Error('this test reads rows')
    return (await query.execute(world.database.db)).rows
  }

  const hasChargedReceipt = async (url: string, operationId: string): Promise<boolean> => {
    moments.emit('receipt')
    const headers = { authorization: `Bearer ${customer.apiKey}` }
    const receipt = await fetch(`${url}/v1/usage/${operationId}`, { headers })
      .then((response) => response.json() as Promise<Record<string, unknown>>)
      .catch(() => null)
    return receipt?.['status'] === 'charged'
  }

  const ask = async (url: string, process: number, wantsReceipt: boolean): Promise<Call> => {
    asked += 1
    const question = `question ${asked}`
    const stream = asked % 2 === 0
    const more = stream ? { stream, stream_options: { include_usage: true } } : {}
    const body = { model: 'kills/chat', messages: [{ role: 'user', content: question }], ...more }
    const answer = chat(url, customer.apiKey, body).then((response) => {
      if (process !== 0) begun.add(question)
      return response
    })
    const { status, operationId, whole: isWhole } = await outcomeOf(answer)
    if (isWhole) moments.emit('answered')
    const hasReceipt = isWhole && wantsReceipt && (await hasChargedReceipt(url, operationId))
    const call = { question, process, operationId, status, isWhole, hasReceipt }
    calls.push(call)
    return call
  }

  /** Callers that ask again as soon as they are answered; every second one reads the receipts of its calls. */
  const startCallers = (url: string, process: number, count: number, goesOn: () => boolean): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        while (goesOn() && (await ask(url, process, index % 2 === 0)).status !== 0);
      }),
    )

  /** Waits for the moment, and returns what lets the streams end that wait for it. */
  const comesTo = async (moment: (typeof MOMENTS)[number]): Promise<() => void> => {
    if (moment !== 'held') {
      await once(moments, moment)
      return () => undefined
    }
    const letEnd = provider.holdEnds()
    await eventually(() => [...provider.held].some((question) => begun.has(question)))
    return letEnd
  }

  /** Whether one of these calls was admitted against reserved money, and its charge is written. */
  const isOneCaptured = async (ids: readonly string[]): Promise<boolean> =>
    (await rows(sql`select 1 from holds where reservation is not null and id = any(${ids}::uuid[]) limit 1`)).length > 0

  /** Starts a process, has it busy, and kills it in the middle of its calls. */
  const killOne = async (process: number, random: () => number): Promise<void> => {
    const victim = await world.start()
    const before = calls.length
    const callers = startCallers(victim.url, process, CALLERS, () => true)
    const answered = () => calls.slice(before).filter((call) => call.process === process && call.isWhole)
    await eventually(() => answered().length >= CALLS_BEFORE)
    // What a disk that is slow has not written yet would be lost.
    await eventually(() => isOneCaptured(answered().map(({ operationId }) => operationId)))
    const letEnd = await comesTo(MOMENTS[process % MOMENTS.length]!)
    await wait(random() * LATER_MS)
    await victim.end('SIGKILL')
    letEnd()
    await callers
  }

  before(async () => {
    process.stdout.write(`      CRASH_SEED=${SEED}\n`)
    const random = seededRandom(SEED)
    provider = await startCountingProvider('counted', (step) => moments.emit(step))
    files = await makeDataDir()
    const catalogFile = join(files.path, 'catalog.yaml')
    await writeFile(catalogFile, JSON.stringify(CATALOG))
    world = await WORLDS.PostgreSQL({
      CATALOG_FILE: catalogFile,
      OPENAI_API_KEY: 'sk-openai',
      OPENAI_BASE_URL: provider.baseUrl,
      // What is paid for cannot be bought for nothing.
      SANDBOX_PAYMENTS: 'off',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ACCOUNT_RATE_LIMIT_PER_MINUTE: '1000000',
    })
    const survivor = await world.start()
    customer = await world.customer(survivor.url, ROUBLES)
    let isLoaded = true
    const calm = startCallers(survivor.url, 0, 1, () => isLoaded)
    for (let nth = 1; nth <= KILLS; nth += 1) await killOne(nth, random)
    isLoaded = false
    await calm
    await eventually(async () => {
      const [left] = await rows(sql<{ held: bigint }>`
        select coalesce(sum(held), 0)::bigint as held from accounts where kind = 'user'`)
      return left?.held === 0n
    }, 250)
  })
  after(async () => {
    await world.remove()
    await provider.close()
    await files.remove()
  })

  const chargesById = async (): Promise<ReadonlyMap<string, bigint>> => {
    const charges = await rows(sql<{ id: string; amount: bigint }>`
      select reference_id as id, amount from transfers where kind = 'charge'`)
    expect(new Set(charges.map(({ id }) => id)).size, 'one charge a call').to.equal(charges.length)
    return new Map(charges.map(({ id, amount }) => [id, amount]))
  }

  it('charges no call twice, and none whose whole answer the provider did not serve and the client did not get', async () => {
    const wholeById = new Map(calls.filter(({ isWhole }) => isWhole).map((call) => [call.operationId, call]))
    const charges = await chargesById()
    for (const [id, amount] of charges) {
      const call = wholeById.get(id)
      expect(call, `${id} was charged`).to.not.equal(undefined)
      if (call === undefined) continue
      expect(provider.served.get(call.question), `${call.question} was served`).to.equal(1)
      expect(amount).to.equal(priceOf(call.question))
    }
    const spent = sumOf([...charges.values()])
    const [wallet] = await rows(sql<{ balance: bigint; held: bigint; reserved: bigint }>`
      select balance, held, reserved from accounts where kind = 'user' and balance > 0`)
    expect(wallet).to.deep.equal({ balance: microOf(ROUBLES) - spent, held: 0n, reserved: 0n })
    expect(await rows(sql`select id from transfers where kind = 'writeoff'`)).to.deep.equal([])
  })

  it('loses no charge that a receipt showed, and none of the process that lives', async () => {
    const charges = await chargesById()
    const shown = calls.filter(({ hasReceipt }) => hasReceipt)
    expect(shown.filter(({ operationId }) => !charges.has(operationId))).to.deep.equal([])
    const calm = calls.filter((call) => call.process === 0)
    expect(calm.filter(({ isWhole, operationId }) => !isWhole || !charges.has(operationId))).to.deep.equal([])
    expect([shown.length, calm.length].every((count) => count > KILLS)).to.equal(true)
  })

  it('leaves no more unpaid than the killed process had open, which the audit names', async () => {
    const charges = await chargesById()
    const named = await rows(sql<{ instance: string; operations: readonly string[] }>`
      select r.instance, array_agg(h.id::text) as operations
        from holds h join reservations r on r.id = h.reservation group by r.instance`)
    const lost = new Map(
      (
        await rows(sql<{ instance: string; open: bigint }>`
          select instance, sum(open)::bigint as open from (
            select r.instance, r.returned as open from reservations r join instances i on i.id = r.instance
             where r.ended_at > i.ended_at
            union all select instance, amount from holds where release_reason = 'instance_lost') as each
           group by instance`)
      ).map(({ instance, open }) => [instance, open]),
    )
    const instanceOf = new Map(named.flatMap(({ instance, operations }) => operations.map((id) => [id, instance])))
    const unpaid: Call[] = []
    let mostOpen = 0n
    for (let nth = 1; nth <= KILLS; nth += 1) {
      const own = calls.filter((call) => call.process === nth)
      const instance = own.map(({ operationId }) => instanceOf.get(operationId)).find((id) => id !== undefined)
      expect(instance, `process ${nth} had calls that were admitted in memory`).to.not.equal(undefined)
      const free = own.filter((call) => provider.served.has(call.question) && !charges.has(call.operationId))
      const open = lost.get(instance ?? '') ?? 0n
      expect(sumOf(free.map(({ question }) => priceOf(question))) <= open, `process ${nth}`).to.equal(true)
      unpaid.push(...free)
      mostOpen = open > mostOpen ? open : mostOpen
    }
    const cut = calls.filter(({ status, isWhole }) => status === 200 && !isWhole).length
    expect(cut, 'answers that were cut').to.be.above(0)
    const sums = `${unpaid.length} unpaid (${sumOf(unpaid.map(({ question }) => priceOf(question)))} micro-roubles)`
    process.stdout.write(
      `      ${KILLS} kills, ${calls.length} calls, ${provider.served.size} served, ${charges.size} charged, ` +
        `${cut} cut, ${sums}, at most ${mostOpen} open in a process\n`,
    )
  })

  it('leaves nothing reserved and clean books', async () => {
    expect(await rows(sql`select id from reservations where ended_at is null`)).to.deep.equal([])
    expect(await rows(sql`select id from holds where state = 'held'`)).to.deep.equal([])
    const { exit, stdout, stderr } = await world.audit()
    expect([exit, stderr]).to.deep.equal([0, ''])
    const [died] = await rows(sql<{ count: number }>`
      select count(*)::int as count from reservations r join instances i on i.id = r.instance
       where r.ended_at > i.ended_at and r.returned > 0`)
    expect(stdout).to.match(new RegExp(`reservations that died with money open[^\\n]*\\b${died?.count}\\n`))
  })
})
