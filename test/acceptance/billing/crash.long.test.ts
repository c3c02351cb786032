import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { INSTANCE_LIFE } from '../../../src/domain/limits/instance-life.ts'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { chat, customerAt, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { HERE } from '../../support/servers/databases.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const ROUBLES = '1000000'
const ROUNDS = 10
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')

const request = (model: string, stream: boolean, content: string): Readonly<Record<string, unknown>> => ({
  model,
  messages: [{ role: 'user', content }],
  ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
})

interface RunningCalls {
  readonly outcomes: Promise<readonly ChatOutcome[]>
  /** Resolves when a client has the head of a first long stream, which takes half a minute to its end. */
  readonly streaming: Promise<unknown>
}

/** 10 that hang, 15 short slow streams, 10 long ones, 5 slow whole answers, and 10 that ask again once answered. */
const startFifty = (url: string, { apiKey }: Customer): RunningCalls => {
  const send = (model: string, stream: boolean, content: string): Promise<Response> =>
    chat(url, apiKey, request(model, stream, content))
  const ask = (model: string, stream: boolean, content: string): Promise<ChatOutcome> =>
    outcomeOf(send(model, stream, content))
  const again = async (stream: boolean): Promise<readonly ChatOutcome[]> => {
    const outcomes: ChatOutcome[] = []
    while (outcomes.at(-1)?.status !== 0) outcomes.push(await ask('sandbox/echo', stream, 'one two three'))
    return outcomes
  }
  const times = <Value>(count: number, make: (index: number) => Value): readonly Value[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const hanging = times(10, (index) => ask('sandbox/hang', index % 2 === 0, 'no answer'))
  const short = times(15, (index) => send('sandbox/echo-slow', true, words(2 + index * 3)))
  const long = times(10, () => send('sandbox/echo-slow', true, words(600)))
  const whole = times(5, (index) => ask('sandbox/echo-slow', false, words(2 + index * 3)))
  const repeated = times(10, (index) => again(index % 2 === 0))
  return {
    outcomes: Promise.all([...hanging, ...[...short, ...long].map(outcomeOf), ...whole, ...repeated]).then((all) =>
      all.flat(),
    ),
    streaming: Promise.any(long),
  }
}

const chargesOf = async (customer: Customer): Promise<ReadonlyMap<string, bigint>> => {
  const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
  expect(new Set(charges.map(({ reference }) => reference.id)).size, 'one charge a call').to.equal(charges.length)
  return new Map(charges.map(({ reference, amount }) => [reference.id, -microOf(amount)]))
}

/** No charge without a whole answer, each at its price; answers without a charge there may be. */
const expectNoChargeWithoutAnswer = (outcomes: readonly ChatOutcome[], charges: ReadonlyMap<string, bigint>): void => {
  const answered = new Map(outcomes.filter(({ whole }) => whole).map((outcome) => [outcome.operationId, outcome]))
  for (const [operationId, price] of charges) {
    const usage = answered.get(operationId)?.usage ?? null
    expect(usage, `${operationId} was charged`).to.not.equal(null)
    if (usage !== null) expect(price).to.equal(sandboxPriceMicro(usage))
  }
}

const expectBalance = async (customer: Customer, charges: ReadonlyMap<string, bigint>): Promise<void> => {
  const spent = [...charges.values()].reduce((sum, price) => sum + price, 0n)
  expect(microOf((await customer.balance()).balance)).to.equal(microOf(ROUBLES) - spent)
}

/**
 * Kills a process in the middle of fifty calls: some time after the hanging ones alone hold their 20 roubles, a first
 * answer is charged and a first stream has begun.
 */
const killAmidCalls = async (
  gateway: GatewayProcess,
  customer: Customer,
  afterMs: number,
): Promise<readonly ChatOutcome[]> => {
  const calls = startFifty(gateway.url, customer)
  await eventually(async () => microOf((await customer.balance()).held) > 20_000_000n)
  await eventually(async () => (await chargesOf(customer)).size > 0)
  await calls.streaming
  await wait(afterMs)
  await gateway.end('SIGKILL')
  return calls.outcomes
}

const isCut = ({ status, whole }: ChatOutcome): boolean => status === 200 && !whole

describe('kill -9 in the middle of 50 running calls', function () {
  // Eleven starts of a service, one after another.
  this.timeout(600_000)
  let world: GatewayWorld
  let survivor: GatewayProcess
  let customer: Customer
  let outcomes: readonly ChatOutcome[]
  let orphaned: readonly string[]
  let living: string
  /** The open holds as soon as none of the killed process is left: the living call hangs for two minutes at most. */
  let swept: Promise<readonly string[]>
  const waiting = new AbortController()

  const openHolds = async (): Promise<readonly string[]> => {
    const rows = await world.database?.db.selectFrom('holds').select('id').where('state', '=', 'held').execute()
    return (rows ?? []).map(({ id }) => id)
  }

  // On PostgreSQL the dead process must be silent for a time, which passes while the embedded database is killed.
  before(async () => {
    world = await WORLDS.PostgreSQL()
    const [victim, other] = await Promise.all([world.start(), world.start()])
    survivor = other
    customer = await makeCustomer(survivor.url, ROUBLES)
    const hanging = request('sandbox/hang', true, 'patience')
    void outcomeOf(chat(survivor.url, customer.apiKey, hanging, waiting.signal))
    await eventually(async () => (await openHolds()).length === 1)
    living = (await openHolds())[0] ?? ''
    outcomes = await killAmidCalls(victim, customer, 300)
    orphaned = (await openHolds()).filter((id) => id !== living)
    const areSwept = async (): Promise<boolean> => (await openHolds()).every((id) => id === living)
    swept = eventually(areSwept, 250).then(openHolds)
    // Its failure is the second test's to tell.
    swept.catch(() => undefined)
  })
  after(() => world.remove())

  it(`ends every hold at once on the embedded database, in ${ROUNDS} rounds at random moments`, async () => {
    process.stdout.write(`      CRASH_SEED=${SEED}\n`)
    const random = seededRandom(SEED)
    const embedded = await WORLDS['the embedded database']()
    try {
      const seen: ChatOutcome[] = []
      let gateway = await embedded.start()
      const account = await makeCustomer(gateway.url, ROUBLES)
      for (let round = 0; round < ROUNDS; round += 1) {
        const killed = await killAmidCalls(gateway, customerAt(gateway.url, account), random() * 900)
        seen.push(...killed)
        gateway = await embedded.start()
        expect(gateway.output()).to.match(/"(?:released|reservations)":[1-9]/)
        const revived = customerAt(gateway.url, account)
        expect((await revived.balance()).held).to.equal('0.00')
        const charges = await chargesOf(revived)
        expectNoChargeWithoutAnswer(seen, charges)
        await expectBalance(revived, charges)
        const again = await outcomeOf(chat(gateway.url, account.apiKey, request('sandbox/echo', false, 'still here')))
        expect(again.content).to.equal('still here')
        seen.push(again)
      }
      expect(seen.filter(isCut).length, 'streams that were cut').to.be.at.least(ROUNDS)
      expect(await embedded.audit()).to.include({ exit: 0, stderr: '' })
    } finally {
      await embedded.remove()
    }
  })

  it('ends every hold of the killed process within a minute on PostgreSQL, and none of the running one', async () => {
    expect(orphaned).to.have.length.above(20)
    // The last beat is seen for the first time, stays the same for long enough, and the look after that finds it so.
    expect(INSTANCE_LIFE.deadAfterMs + 2 * INSTANCE_LIFE.lookEveryMs).to.be.below(60_000)
    const stillHeld = await swept
    const instances = await world.database?.db
      .selectFrom('instances')
      .selectAll()
      .where('ended_at', 'is not', null)
      .execute()
    const [dead] = (instances ?? []).filter(({ id }) => id !== HERE)
    const silentMs = (dead?.ended_at?.getTime() ?? 0) - (dead?.beat_at.getTime() ?? 0)
    expect(silentMs, 'ended after its last beat').to.be.at.least(INSTANCE_LIFE.deadAfterMs)
    // As old, but its process lives.
    expect(stillHeld).to.deep.equal([living])
    waiting.abort()
    await eventually(async () => (await customer.balance()).held === '0.00')
  })

  it('has charged no call that got no answer, on PostgreSQL', async () => {
    expect(outcomes.some(isCut)).to.equal(true)
    const charges = await chargesOf(customer)
    expect(charges.size).to.be.above(0)
    expectNoChargeWithoutAnswer(outcomes, charges)
    await expectBalance(customer, charges)
    const reasons = await world.database?.db.selectFrom('holds').select('release_reason').distinct().execute()
    const reasonsGiven = reasons?.map(({ release_reason }) => release_reason) ?? []
    expect(reasonsGiven).to.include.members([null, 'instance_lost'])
    // The call that hung ends by the provider's idle time or by the wait for its first word, whichever comes first.
    expect(reasonsGiven.filter((reason) => reason !== null && reason !== 'instance_lost')).to.have.lengthOf(1)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
})
