import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Balance, Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { walletSums } from '../../support/ledger/wallet-sums.ts'

const CALLS = 200
const LEAST_LOOKS = 5
/** The calls below ask for about 70 roubles in sum, and hold up to half as much again as they cost. */
const ROUBLES = '45'
const ROUBLES_MICRO = 45_000_000n

/** Plain and streamed, short and long, at once and over more than half a second. */
const callOf = (index: number): Readonly<Record<string, unknown>> => {
  const isSlow = index % 10 === 0
  const words = isSlow ? 10 : 60 + (index % 7) * 20
  const content = Array.from({ length: words }, () => 'ab').join(' ')
  return {
    model: isSlow ? 'sandbox/echo-slow' : 'sandbox/echo',
    messages: [{ role: 'user', content }],
    ...(isSlow ? {} : { max_tokens: words }),
    ...(index % 2 === 0 ? { stream: true, stream_options: { include_usage: true } } : {}),
  }
}

interface Watch {
  /** Stops looking once it has looked a few times: a busy machine refuses looks. Answers the least amount seen. */
  end(): Promise<bigint>
}

/** The balance, null where a busy machine refused to say it. */
const balanceOf = (customer: Customer): Promise<Balance | null> =>
  customer.balance().catch((error: unknown) => {
    if (String(error).includes(' answered 503: ')) return null
    throw error
  })

/** Reads the wallet again and again, through the API and, where there is a way, past it. */
const watch = (customer: Customer, world: GatewayWorld): Watch => {
  let isOver = false
  let looks = 0
  let least = ROUBLES_MICRO
  const see = (amounts: readonly bigint[]): void => {
    looks += 1
    for (const amount of amounts) if (amount < least) least = amount
  }
  const throughApi = async (): Promise<void> => {
    while (!isOver) {
      const seen = await balanceOf(customer)
      if (seen === null) continue
      const { balance, held, available } = seen
      expect(microOf(available)).to.equal(microOf(balance) - microOf(held))
      see([microOf(balance), microOf(held), microOf(available)])
    }
  }
  const inRows = async (): Promise<void> => {
    const { database } = world
    while (database !== null && !isOver) {
      see(await walletSums(database.db))
      await wait(2)
    }
  }
  const watching = Promise.all([throughApi(), inRows()])
  return {
    end: async () => {
      await eventually(() => looks > LEAST_LOOKS)
      isOver = true
      await watching
      return least
    },
  }
}

const chargesOf = async (customer: Customer): Promise<ReadonlyMap<string, bigint>> => {
  const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
  return new Map(charges.map(({ reference, amount }) => [reference.id, -microOf(amount)]))
}

const expectPaidExactly = (outcomes: readonly ChatOutcome[], charges: ReadonlyMap<string, bigint>): void => {
  const answered = outcomes.filter(({ status }) => status === 200)
  expect(answered.every(({ whole, usage }) => whole && usage !== null)).to.equal(true)
  const owed = answered.map(({ operationId, usage }) => [operationId, usage === null ? 0n : sandboxPriceMicro(usage)])
  expect(new Map(owed as [string, bigint][])).to.deep.equal(charges)
  for (const { headers, usage } of answered) {
    const costHeader = headers.get('x-gateway-cost-rub')
    if (costHeader !== null && usage !== null) expect(microOf(costHeader)).to.equal(sandboxPriceMicro(usage))
  }
}

const expectRefusedWell = (outcomes: readonly ChatOutcome[]): void => {
  for (const { status, errorCode, headers } of outcomes.filter((outcome) => outcome.status !== 200)) {
    expect(status, String(errorCode)).to.equal(402)
    expect(errorCode).to.be.oneOf(['insufficient_balance', 'balance_held'])
    expect(headers.get('x-should-retry')).to.equal(String(errorCode === 'balance_held'))
  }
}

const INSTALLATIONS: readonly (readonly [string, keyof typeof WORLDS, number])[] = [
  ['one process on the embedded database', 'the embedded database', 1],
  ['one process on PostgreSQL', 'PostgreSQL', 1],
  ['two processes on one PostgreSQL', 'PostgreSQL', 2],
]

for (const [name, worldName, processes] of INSTALLATIONS) {
  describe(`${CALLS} calls at once on a wallet that covers some of them: ${name}`, () => {
    let world: GatewayWorld
    let gateways: readonly GatewayProcess[]
    let customer: Customer
    const outcomes: ChatOutcome[] = []

    /** What a busy machine refuses to answer with 503 took nothing: it is asked again, as every SDK does. */
    const call = async (index: number, body = callOf(index)): Promise<ChatOutcome> => {
      const url = gateways[(index >> 1) % gateways.length]?.url ?? ''
      const ask = (): Promise<ChatOutcome> => outcomeOf(chat(url, customer.apiKey, body))
      let outcome = await ask()
      await eventually(async () => {
        if (outcome.status === 503) outcome = await ask()
        return outcome.status !== 503
      }, 50)
      return outcome
    }

    const settled = (): Promise<void> => eventually(async () => microOf((await customer.balance()).held) === 0n)

    before(async () => {
      world = await WORLDS[worldName]()
      gateways = await Promise.all(Array.from({ length: processes }, () => world.start()))
      customer = await makeCustomer(gateways[0]?.url ?? '', ROUBLES)
    })
    after(() => world.remove())

    it('never shows a negative wallet, and answers each call with success or 402', async () => {
      const watching = watch(customer, world)
      outcomes.push(...(await Promise.all(Array.from({ length: CALLS }, (_, index) => call(index)))))
      const least = await watching.end()
      expect(least >= 0n, `the least amount seen: ${least}`).to.equal(true)
      expectRefusedWell(outcomes)
      expect(outcomes.filter(({ status }) => status === 200).length).to.be.within(40, CALLS - 40)
    })

    it('has charged every success its exact price and nothing else, to the micro-unit, and leaves no hold', async () => {
      await settled()
      const charges = await chargesOf(customer)
      expectPaidExactly(outcomes, charges)
      const spent = [...charges.values()].reduce((sum, price) => sum + price, 0n)
      expect(microOf((await customer.balance()).balance)).to.equal(ROUBLES_MICRO - spent)
    })

    it('spends the wallet down to less than one call, and then refuses with 402', async () => {
      const body = callOf(3)
      let waves = 0
      for (let last: ChatOutcome | null = null; last?.errorCode !== 'insufficient_balance';) {
        // The whole wallet pays for some 125 of these calls.
        expect((waves += 1)).to.be.at.most(10)
        const wave = await Promise.all(Array.from({ length: 20 }, (_, index) => call(index, body)))
        expectRefusedWell(wave)
        outcomes.push(...wave)
        last = wave.find(({ errorCode }) => errorCode === 'insufficient_balance') ?? null
        // What these calls have held is there for the next ones.
        await settled()
      }
      expectPaidExactly(outcomes, await chargesOf(customer))
      const { balance } = await customer.balance()
      // 120 words in and at most 120 out, 0.36 roubles; the prompt is held for by its bytes, 359 and some overhead.
      expect(microOf(balance) >= 0n && microOf(balance) < 700_000n, balance).to.equal(true)
    })

    it('has a clean ledger', async () => {
      const audit = await world.audit()
      expect(audit, audit.stdout).to.include({ exit: 0, stderr: '' })
    })
  })
}
