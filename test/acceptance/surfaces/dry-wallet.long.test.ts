import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { sql } from 'kysely'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { walletSums } from '../../support/ledger/wallet-sums.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import {
  askPaidCall,
  PAID_CALLS,
  startPaidCallsProvider,
  SPEECH_MICRO_A_CHARACTER,
} from '../../support/surfaces/paid-calls.ts'
import type { PaidAnswer, PaidCall, PaidCallsProvider } from '../../support/surfaces/paid-calls.ts'

const PAUSE_MS = 10
const ROUBLES = '60'
const LIMIT = '40'

/** A call that costs so much, or a little less. */
const speechFor = (micro: bigint): PaidCall => {
  const body = { model: 'paid/speech', voice: 'alloy', input: 'a'.repeat(Number(micro / SPEECH_MICRO_A_CHARACTER)) }
  return { path: '/v1/audio/speech', body: () => JSON.stringify(body), end: null, price: micro }
}

interface Outcome extends PaidAnswer {
  readonly name: string
}

const errorOf = ({ bytes, headers }: PaidAnswer): { readonly code: string; readonly mayRetry: boolean } => {
  const { error } = JSON.parse(bytes.toString()) as { error: { code?: string; type?: string } }
  return { code: error.code ?? error.type ?? '', mayRetry: headers.get('x-should-retry') === 'true' }
}

/** As a client does that keeps to what it is answered; the answers to all its attempts. */
const askPatiently = async (url: string, apiKey: string, call: PaidCall): Promise<readonly PaidAnswer[]> => {
  const answers: PaidAnswer[] = []
  for (;;) {
    const answer = await askPaidCall(url, apiKey, call)
    answers.push(answer)
    const isLater = answer.status === 503 || (answer.status === 402 && errorOf(answer).mayRetry)
    if (!isLater) return answers
    await wait(Number(answer.headers.get('retry-after')) * 1_000)
  }
}

describe('paid calls of every surface at once, at two instances', function () {
  this.timeout(300_000)
  let provider: PaidCallsProvider
  let world: GatewayWorld
  let gateways: readonly GatewayProcess[]

  before(async () => {
    provider = await startPaidCallsProvider(PAUSE_MS)
    world = await WORLDS.PostgreSQL()
    const start = () => world.start(provider.environment)
    gateways = await Promise.all([start(), start()])
  })
  after(async () => {
    await world.remove()
    await provider.close()
  })

  /** The least that is seen of any wallet's or key's money until `work` ends. */
  const leastWhile = async (work: Promise<unknown>): Promise<bigint> => {
    const { database } = world
    if (database === null) throw new Error('this test reads rows')
    let [isOver, least] = [false, 1n]
    const watching = (async () => {
      while (!isOver) {
        for (const sum of await walletSums(database.db)) if (sum < least) least = sum
        await wait(5)
      }
    })()
    await work
    isOver = true
    await watching
    return least
  }

  /** Callers of every kind at both instances, each until it is refused for good. */
  const callUntilRefused = async (apiKey: string): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = []
    const callers = gateways.flatMap(({ url }) =>
      Object.entries(PAID_CALLS).map(async ([name, call]) => {
        for (let status = 200; status === 200;) {
          const answers = await askPatiently(url, apiKey, call)
          outcomes.push(...answers.map((answer) => ({ name, ...answer })))
          status = answers.at(-1)?.status ?? 0
        }
      }),
    )
    await Promise.all(callers)
    return outcomes
  }

  const balanceAtRest = async (customer: Customer): Promise<bigint> => {
    await eventually(async () => (await customer.balance()).held === '0.00', 100)
    return microOf((await customer.balance()).balance)
  }

  const expectPaidExactly = async (customer: Customer, outcomes: readonly Outcome[]): Promise<bigint> => {
    const answered = outcomes.filter(({ status }) => status === 200)
    expect(answered.filter(({ isWhole }) => !isWhole)).to.deep.equal([])
    const owed = new Map(answered.map(({ operationId, name }) => [operationId, PAID_CALLS[name]?.price]))
    const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
    expect(new Map(charges.map(({ reference, amount }) => [reference.id, -microOf(amount)]))).to.deep.equal(owed)
    expect(charges).to.have.lengthOf(owed.size)
    return charges.reduce((sum, { amount }) => sum - microOf(amount), 0n)
  }

  /** What both instances have reserved for calls to come, in micro-roubles. */
  const reservedBy = async (): Promise<readonly bigint[]> => {
    if (world.database === null) throw new Error('this test reads rows')
    const { rows } = await sql<{ open: bigint }>`
      select sum(granted - captured - returned) as open from reservations where ended_at is null
       group by instance having sum(granted - captured - returned) > 0`.execute(world.database.db)
    return rows.map(({ open }) => BigInt(open))
  }

  it('spend a wallet to its end and no further', async () => {
    const customer = await world.customer(gateways[0]?.url ?? '', ROUBLES)
    const calling = callUntilRefused(customer.apiKey)
    expect((await leastWhile(calling)) >= 0n).to.equal(true)
    const outcomes = await calling
    const refusals = outcomes.filter(({ status }) => status !== 200)
    expect(new Set(refusals.map(({ status }) => status))).to.deep.equal(new Set([402]))
    const left = await balanceAtRest(customer)
    const spent = await expectPaidExactly(customer, outcomes)
    expect(left).to.equal(microOf(ROUBLES) - spent)
    // The cheapest call takes no more than that for a moment.
    expect(left < 20_000n, String(left)).to.equal(true)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })

  it('spend the limit of a key to its end and no further', async () => {
    const customer = await world.customer(gateways[0]?.url ?? '', '1000')
    const made = await fetch(`${gateways[1]?.url}/v1/me/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'limited', spend_limit: LIMIT }),
    })
    const { key } = (await made.json()) as { key: string }
    const outcomes = await callUntilRefused(key)
    await balanceAtRest(customer)
    const spent = await expectPaidExactly(customer, outcomes)
    expect(spent <= microOf(LIMIT) && spent > microOf(LIMIT) - 20_000n, String(spent)).to.equal(true)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })

  it('get the money that both have reserved for others as soon as they are promised it', async () => {
    const customer = await world.customer(gateways[0]?.url ?? '', ROUBLES)
    const embeddings = PAID_CALLS['embeddings']
    if (embeddings === undefined) throw new Error('embeddings are a paid call')
    const outcomes: Outcome[] = []
    let isOver = false
    const callers = gateways.map(async ({ url }) => {
      while (!isOver) outcomes.push({ name: 'embeddings', ...(await askPaidCall(url, customer.apiKey, embeddings)) })
    })
    await eventually(async () => {
      const reserved = await reservedBy()
      return reserved.length === 2 && reserved.every((sum) => sum > 500_000n)
    }, 50)
    const [{ balance }, [least = 0n]] = [await customer.balance(), await reservedBy()]
    const speech = speechFor(microOf(balance) - least / 2n)
    const refused = await askPaidCall(gateways[1]?.url ?? '', customer.apiKey, speech)
    expect([refused.status, errorOf(refused).code, refused.headers.get('retry-after')]).to.deep.equal([
      402,
      'balance_held',
      '5',
    ])
    isOver = true
    await Promise.all(callers)
    expect(new Set(outcomes.map(({ status }) => status))).to.deep.equal(new Set([200]))
    await wait(Number(refused.headers.get('retry-after')) * 1_000)
    const answer = await askPaidCall(gateways[1]?.url ?? '', customer.apiKey, speech)
    expect([answer.status, answer.isWhole], answer.bytes.toString()).to.deep.equal([200, true])
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
})
