import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { customerAt } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { EXACT_HOLDS, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import {
  answersPaidCalls,
  askPaidCall,
  bodyWith,
  isReplay,
  PAID_CALLS,
  startPaidCallsProvider,
} from '../../support/surfaces/paid-calls.ts'
import type { PaidAnswer, PaidCall, PaidCallsProvider } from '../../support/surfaces/paid-calls.ts'
import { answersJson, resets } from '../../support/upstreams/upstream-scripts.ts'

const PAUSE_MS = 40

/** 100 tokens, as the provider counts every prompt. */
const CLAUDE_PROMPT_MICRO = 100_000n

const isMessages = ({ path }: PaidCall): boolean => path === '/v1/messages'

describe('paid calls of every surface, at two instances on one PostgreSQL', function () {
  this.timeout(300_000)
  let provider: PaidCallsProvider
  let world: GatewayWorld
  let gateways: readonly [GatewayProcess, GatewayProcess]
  let customer: Customer
  /** What a third instance was asked that died, and by whom. */
  const killed = Object.entries(PAID_CALLS).map(([name, call]) => ({ name, call, idempotencyKey: randomUUID() }))
  let ofKilled: Customer

  // A process that died must be silent for long enough, before what it left is ended: that time passes in other tests.
  before(async () => {
    provider = await startPaidCallsProvider(PAUSE_MS)
    world = await WORLDS.PostgreSQL()
    const start = () => world.start({ ...EXACT_HOLDS, ...provider.environment })
    const [victim, ...living] = await Promise.all([start(), start(), start()])
    gateways = living
    ofKilled = await world.customer(victim.url, '1000')
    provider.upstream.onEveryModel(() => undefined)
    const lost = killed.map(({ call, idempotencyKey }) =>
      askPaidCall(victim.url, ofKilled.apiKey, call, { idempotencyKey }),
    )
    await eventually(() => provider.upstream.requests.length === killed.length)
    await victim.end('SIGKILL')
    await Promise.all(lost)
    provider.upstream.onEveryModel(answersPaidCalls(PAUSE_MS))
  })
  beforeEach(async () => {
    customer = await world.customer(gateways[0].url, '1000')
  })
  afterEach(async () => {
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
  after(async () => {
    await world.remove()
    await provider.close()
  })

  const ask = (instance: 0 | 1, call: PaidCall, options: Parameters<typeof askPaidCall>[3] = {}) =>
    askPaidCall(gateways[instance].url, customer.apiKey, call, options)

  /** The first answer under the key that is no request to come again. */
  const answerUnder = async (instance: 0 | 1, call: PaidCall, idempotencyKey: string): Promise<PaidAnswer> => {
    let answer = await ask(instance, call, { idempotencyKey })
    await eventually(async () => {
      if (answer.status === 409) answer = await ask(instance, call, { idempotencyKey })
      return answer.status !== 409
    }, 100)
    return answer
  }

  const chargesAtRest = async (): Promise<readonly bigint[]> => {
    const here = customerAt(gateways[0].url, customer)
    await eventually(async () => (await here.balance()).held === '0.00')
    return (await here.transactions()).filter(({ type }) => type === 'charge').map(({ amount }) => -microOf(amount))
  }

  for (const [name, call] of Object.entries(PAID_CALLS)) {
    it(`are made once under one key, and given again by both: ${name}`, async () => {
      const [idempotencyKey, asked] = [randomUUID(), provider.upstream.requests.length]
      const first = await Promise.all([0, 1, 0, 1].map((each) => ask(each as 0 | 1, call, { idempotencyKey })))
      expect(first.filter((answer) => answer.status === 200 && !isReplay(answer))).to.have.lengthOf(1)
      const [made] = first.filter((answer) => answer.status === 200)
      expect(made?.isWhole).to.equal(true)
      for (const instance of [0, 1] as const) {
        const again = await answerUnder(instance, call, idempotencyKey)
        expect([again.status, isReplay(again), again.bytes.equals(made?.bytes ?? Buffer.of())]).to.deep.equal([
          200,
          true,
          true,
        ])
        const other = await ask(instance, call, { idempotencyKey, body: bodyWith(call, 'another') })
        expect(other.status).to.equal(isMessages(call) ? 400 : 422)
      }
      expect(provider.upstream.requests.length - asked).to.equal(1)
      expect(await chargesAtRest()).to.deep.equal([call.price])
    })

    it(`are made once where their client leaves, and given by the other: ${name}`, async () => {
      const [idempotencyKey, asked, gone] = [randomUUID(), provider.upstream.requests.length, new AbortController()]
      const left = Promise.withResolvers<undefined>()
      provider.upstream.next(answersPaidCalls(PAUSE_MS, left.promise))
      const lost = ask(0, call, { idempotencyKey, signal: gone.signal, onPiece: () => gone.abort() })
      await eventually(() => provider.upstream.requests.length > asked)
      if (call.end === null) gone.abort()
      await lost
      left.resolve(undefined)
      const again = await answerUnder(1, call, idempotencyKey)
      expect([again.status, isReplay(again), again.isWhole]).to.deep.equal([200, true, call.end === null])
      expect(provider.upstream.requests.length - asked).to.equal(1)
      const [charge = 0n, ...more] = await chargesAtRest()
      expect(more).to.deep.equal([])
      expect(charge > 0n && charge <= call.price, String(charge)).to.equal(true)
      // Claude counts the prompt before the first word: where that has come, the client owes it by this count.
      const isOfClaude = JSON.stringify(call.body()).includes('paid/claude')
      if (isOfClaude) expect(charge >= CLAUDE_PROMPT_MICRO, String(charge)).to.equal(true)
    })

    it(`are not made again where the provider breaks off, and cost nothing: ${name}`, async () => {
      const [idempotencyKey, asked] = [randomUUID(), provider.upstream.requests.length]
      provider.upstream.next(resets())
      const first = await ask(0, call, { idempotencyKey })
      expect([first.status, isReplay(first)]).to.deep.equal([502, false])
      const again = await answerUnder(1, call, idempotencyKey)
      expect([again.status, isReplay(again), again.bytes.toString()]).to.deep.equal([502, true, first.bytes.toString()])
      expect(provider.upstream.requests.length - asked).to.equal(1)
      expect(await chargesAtRest()).to.deep.equal([])
    })
  }

  it('are not recorded where the provider surely did nothing, also after the first ping', async () => {
    const streamed = Object.entries(PAID_CALLS).filter(([, { end }]) => end !== null)
    const refuses = answersJson({ error: { message: 'Slow down.', type: 'rate_limit_error' } }, 429)
    const pinged = new Set<string>()
    // The provider refuses the calls once each of them has got what comes in a silence.
    provider.upstream.onEveryModel(async (response, request) => {
      await eventually(() => pinged.size === streamed.length, 50)
      return refuses(response, request)
    })
    const keyed = streamed.map(([name, call]) => ({ name, call, idempotencyKey: randomUUID() }))
    const first = await Promise.all(
      keyed.map(async (each) => {
        const { name, call, idempotencyKey } = each
        return { ...each, ...(await ask(0, call, { idempotencyKey, onPiece: () => pinged.add(name) })) }
      }),
    )
    provider.upstream.onEveryModel(answersPaidCalls(PAUSE_MS))
    for (const { name, call, idempotencyKey, status, isWhole } of first) {
      expect([status, isWhole], name).to.deep.equal([200, false])
      const again = await answerUnder(1, call, idempotencyKey)
      expect([again.status, isReplay(again), again.isWhole], name).to.deep.equal([200, false, true])
    }
    expect(await chargesAtRest()).to.have.members(streamed.map(([, { price }]) => price))
  })

  it('are not made again after their process was killed, and cost nothing', async () => {
    customer = ofKilled
    const asked = provider.upstream.requests.length
    const again = await Promise.all(
      killed.map(async ({ name, call, idempotencyKey }) => ({ name, ...(await answerUnder(1, call, idempotencyKey)) })),
    )
    for (const { name, status, headers } of again) {
      expect([status, headers.get('x-should-retry')], name).to.deep.equal([502, 'false'])
      expect(headers.get('x-gateway-operation-id'), name).to.match(/^[0-9a-f-]{36}$/)
    }
    expect(provider.upstream.requests.length).to.equal(asked)
    expect(await chargesAtRest()).to.deep.equal([])
  })
})
