import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { customerAt } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { askPaidCall, PAID_CALLS, startPaidCallsProvider } from '../../support/surfaces/paid-calls.ts'
import type { PaidAnswer, PaidCall, PaidCallsProvider } from '../../support/surfaces/paid-calls.ts'

const ROUBLES = '100000'
const ROUNDS = 4
const CALLERS = 3
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Between two pieces of a streamed answer; several of them before one that comes whole. */
const PAUSE_MS = 40

interface Outcome extends PaidAnswer {
  readonly name: string
}

/** Callers of every kind, who ask again as soon as they are answered, until the process answers no more. */
const startCallers = async (url: string, customer: Customer, outcomes: Outcome[]): Promise<void> => {
  const again = async (name: string, call: PaidCall): Promise<void> => {
    for (let status = -1; status !== 0;) {
      const answer = await askPaidCall(url, customer.apiKey, call)
      outcomes.push({ name, ...answer })
      status = answer.status
    }
  }
  const callers = Object.entries(PAID_CALLS).flatMap(([name, call]) =>
    Array.from({ length: CALLERS }, () => again(name, call)),
  )
  await Promise.all(callers)
}

/**
 * Kills a process some time after it has charged for every kind of call. An answer alone is not enough: what was
 * answered just before the kill may stay unpaid.
 */
const killAmidCalls = async (
  gateway: GatewayProcess,
  customer: Customer,
  afterMs: number,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  const calls = startCallers(gateway.url, customer, outcomes)
  const hasAll = (found: readonly Outcome[]): boolean =>
    Object.keys(PAID_CALLS).every((kind) => found.some(({ name, isWhole }) => name === kind && isWhole))
  await eventually(async () => {
    if (!hasAll(outcomes)) return false
    const charged = new Set((await customer.transactions()).map(({ reference }) => reference.id))
    return hasAll(outcomes.filter(({ operationId }) => charged.has(operationId)))
  }, 50)
  await wait(afterMs)
  await gateway.end('SIGKILL')
  await calls
  return outcomes
}

/** No charge without a whole answer, each at its price; answers without a charge there may be. */
const expectNoChargeWithoutAnswer = async (customer: Customer, outcomes: readonly Outcome[]): Promise<void> => {
  const { balance, held } = await customer.balance()
  expect(held).to.equal('0.00')
  const answered = new Map(outcomes.filter(({ isWhole }) => isWhole).map((each) => [each.operationId, each.name]))
  const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
  expect(new Set(charges.map(({ reference }) => reference.id)).size, 'one charge a call').to.equal(charges.length)
  let spent = 0n
  for (const { reference, amount } of charges) {
    const name = answered.get(reference.id) ?? 'nothing'
    expect(-microOf(amount), `the charge for ${name} (${reference.id})`).to.equal(PAID_CALLS[name]?.price)
    spent += -microOf(amount)
  }
  expect(microOf(balance)).to.equal(microOf(ROUBLES) - spent)
  const charged = new Set(charges.map(({ reference }) => answered.get(reference.id)))
  expect([...charged], 'every kind of call').to.have.members(Object.keys(PAID_CALLS))
}

describe('kill -9 in the middle of calls on every surface', function () {
  // Many starts of a service, one after another.
  this.timeout(600_000)
  let provider: PaidCallsProvider
  let world: GatewayWorld
  let customer: Customer
  let outcomes: readonly Outcome[]
  let heldAtDeath: string

  // On PostgreSQL the dead process must be silent for a time, which passes while the embedded database is killed.
  before(async () => {
    provider = await startPaidCallsProvider(PAUSE_MS)
    world = await WORLDS.PostgreSQL()
    const [victim, survivor] = await Promise.all([world.start(provider.environment), world.start(provider.environment)])
    customer = await world.customer(survivor.url, ROUBLES)
    outcomes = await killAmidCalls(victim, customer, 300)
    heldAtDeath = (await customer.balance()).held
  })
  after(async () => {
    await world.remove()
    await provider.close()
  })

  it(`holds nothing and has charged no unanswered call after a new start on the embedded database, in ${ROUNDS} rounds`, async () => {
    process.stdout.write(`      CRASH_SEED=${SEED}\n`)
    const random = seededRandom(SEED)
    const embedded = await WORLDS['the embedded database']()
    try {
      let gateway = await embedded.start(provider.environment)
      const account = await embedded.customer(gateway.url, ROUBLES)
      const seen: Outcome[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const at = customerAt(gateway.url, account)
        seen.push(...(await killAmidCalls(gateway, at, random() * 600)))
        gateway = await embedded.start(provider.environment)
        expect(gateway.output()).to.match(/"(?:released|reservations)":[1-9]/)
        await expectNoChargeWithoutAnswer(customerAt(gateway.url, account), seen)
      }
      expect(
        seen.some(({ status, isWhole }) => status === 200 && !isWhole),
        'an answer was cut',
      ).to.equal(true)
      expect(await embedded.audit()).to.include({ exit: 0, stderr: '' })
    } finally {
      await embedded.remove()
    }
  })

  it('holds nothing and has charged no unanswered call once the dead process was silent for long enough on PostgreSQL', async () => {
    expect(microOf(heldAtDeath) > 0n, 'something is held').to.equal(true)
    await eventually(async () => (await customer.balance()).held === '0.00', 250)
    await expectNoChargeWithoutAnswer(customer, outcomes)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
})
