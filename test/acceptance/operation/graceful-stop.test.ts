import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { connectionErrorOf } from '../../support/connection-error.ts'
import { chat, customerAt, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { HELD_MODEL, startHeldModel } from '../../support/upstreams/held-model.ts'
import type { HeldModel } from '../../support/upstreams/held-model.ts'

const ROUBLES = '1000'
const CALLS = 30

const content = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ')

/** A connection on which the gateway waits for the body of a call, so that a stop lets it go on. */
const openCall = async (url: string, apiKey: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let heard = ''
  socket.on('data', (part: string) => void (heard += part))
  const head = ['POST /v1/chat/completions HTTP/1.1', 'host: x', `authorization: Bearer ${apiKey}`]
  const ofBody = ['content-type: application/json', 'content-length: 2', 'expect: 100-continue']
  socket.write(`${[...head, ...ofBody].join('\r\n')}\r\n\r\n`)
  await eventually(() => heard.includes('100 Continue'))
  /** Sends the body and one more request. Returns the statuses and the text of what was answered to both. */
  const endWithAnother = async () => {
    const closed = once(socket, 'close')
    socket.write('{}GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n')
    await closed
    return { statuses: [...heard.matchAll(/HTTP\/1\.1 ([2-5]\d\d)/g)].map(([, status]) => status), heard }
  }
  return { endWithAnother }
}

for (const name of WORLD_NAMES) {
  describe(`SIGTERM with streams in flight on ${name}`, () => {
    let world: GatewayWorld
    let gateway: GatewayProcess
    let customer: Customer
    let outcomes: readonly ChatOutcome[]
    let exit: number | null
    let late: Awaited<ReturnType<Awaited<ReturnType<typeof openCall>>['endWithAnother']>>
    let held: HeldModel

    before(async () => {
      held = await startHeldModel()
      world = await WORLDS[name]({ SIGNUP_BONUS_RUB: ROUBLES })
      gateway = await world.start(held.environment)
      customer = await makeCustomer(gateway.url, '0')
      const calls = Array.from({ length: CALLS }, (_, index) =>
        outcomeOf(
          chat(gateway.url, customer.apiKey, {
            model: HELD_MODEL,
            messages: [{ role: 'user', content }],
            ...(index % 3 === 0 ? {} : { stream: true, stream_options: { include_usage: true } }),
          }),
        ),
      )
      await eventually(() => held.asked() === CALLS)
      const kept = await openCall(gateway.url, customer.apiKey)
      const ending = gateway.end('SIGTERM')
      await eventually(() => gateway.output().includes('"stopping"'))
      await eventually(async () => (await connectionErrorOf(gateway.url)) === 'ECONNREFUSED')
      late = await kept.endWithAnother()
      held.letGo()
      outcomes = await Promise.all(calls)
      exit = await ending
    })
    after(async () => {
      await world.remove()
      await held.close()
    })

    it('accepts no new connection, finishes every answer and exits with 0', () => {
      expect(exit).to.equal(0)
      expect(outcomes.map((outcome) => outcome.content)).to.deep.equal(outcomes.map(() => content))
      expect(outcomes.every(({ status, whole }) => status === 200 && whole)).to.equal(true)
      expect(gateway.output()).to.not.match(/went on without this step|were cut/)
    })

    it('answers a call that had begun, and refuses the next one on its connection with the code shutting_down', () => {
      expect(late.statuses).to.deep.equal(['422', '503'])
      expect(late.heard).to.include('"code":"shutting_down"')
    })

    it('has settled every answer, holds nothing and has a clean ledger', async () => {
      expect(await world.audit()).to.include({ exit: 0, stderr: '' })
      const next = await world.start()
      const revived = customerAt(next.url, customer)
      const charges = (await revived.transactions()).filter(({ type }) => type === 'charge')
      const owed = outcomes.map(({ operationId, usage }) => [
        operationId,
        usage === null ? 0n : -sandboxPriceMicro(usage),
      ])
      const charged = charges.map(({ reference, amount }) => [reference.id, microOf(amount)])
      expect(new Map(charged as [string, bigint][])).to.deep.equal(new Map(owed as [string, bigint][]))
      const spent = charges.reduce((sum, { amount }) => sum - microOf(amount), 0n)
      const { balance, held } = await revived.balance()
      expect([microOf(balance), held]).to.deep.equal([microOf(ROUBLES) - spent, '0.00'])
      expect(next.output()).to.not.include('was ended')
    })
  })
}
