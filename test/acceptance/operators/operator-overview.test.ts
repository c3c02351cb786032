import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

interface Overview {
  readonly money_in: string
  readonly money_out: string
  readonly models: readonly Readonly<Record<string, unknown>>[]
  readonly held: readonly unknown[]
  readonly holds: readonly unknown[]
  readonly topups_pending: number
  readonly first_token: { readonly calls: number; readonly p50_ms: number; readonly p95_ms: number } | null
  readonly last_audit: {
    readonly at: number
    readonly violations: number
    readonly deltas: readonly { readonly currency: string; readonly amount: string }[]
  } | null
}

for (const name of WORLD_NAMES) {
  describe(`the overview of operators on ${name}`, () => {
    let world: GatewayWorld
    let url: string
    let operator: Operator
    let customers: readonly Customer[]

    before(async () => {
      world = await WORLDS[name]()
      // What is reserved for a busy key stays so however long the test takes to look.
      url = (await world.serve({ RESERVATIONS_IDLE_MS: '600000' })).url
      operator = await makeOperator(world, url)
      customers = [await makeCustomer(url, '100'), await makeCustomer(url, '50.5')]
    })
    after(() => world.remove())

    const read = async (query = ''): Promise<Overview> => {
      const response = await operator.ask(`/overview${query}`)
      expect(response.status).to.equal(200)
      return (await response.json()) as Overview
    }

    it('sums up the calls and the revenue of all accounts by model, and the money that came', async () => {
      for (const { apiKey } of customers) {
        for (const model of ['sandbox/echo', 'sandbox/error']) {
          await (await chat(url, apiKey, { model, messages: [{ role: 'user', content: 'one two three' }] })).text()
        }
      }
      await eventually(async () => {
        const { models } = await read()
        return models.reduce((sum, model) => sum + Number(model['calls']), 0) === 4
      })
      const { models, held, ...money } = await read()
      const shared = { currency: 'RUB', calls: 2, refusals: 0, written_off: '0.00', provider_cost: null, margin: null }
      expect(models).to.deep.equal([
        { ...shared, model: 'sandbox/echo', failures: 0, revenue: '0.018' },
        { ...shared, model: 'sandbox/error', failures: 2, revenue: '0.00' },
      ])
      expect(held).to.deep.equal([])
      expect(money).to.include({ money_in: '150.50', money_out: '0.00', topups_pending: 0 })
    })

    it('tells what is set aside for calls, also what is reserved ahead for a busy key', async () => {
      const busy = await makeCustomer(url, '1000')
      const asked = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }] }
      let [before, overview, after]: [string, Overview | null, string] = ['', null, '']
      // A key is busy that calls again and again within some seconds, which a slow machine may not do at the first try.
      await eventually(async () => {
        await (await chat(url, busy.apiKey, asked)).text()
        before = (await busy.balance()).held
        overview = await read()
        after = (await busy.balance()).held
        return before === after && Number(after) > 0 && overview.holds.length === 0
      })
      expect((overview as Overview | null)?.held).to.deep.equal([{ currency: 'RUB', amount: after }])
    })

    it('tells how long callers waited for the first token of streamed answers', async () => {
      expect((await read()).first_token).to.equal(null)
      const [customer] = customers
      const messages = [{ role: 'user', content: 'one two three' }]
      const asked = { model: 'sandbox/echo', messages, stream: true }
      await (await chat(url, customer?.apiKey ?? '', asked)).text()
      await eventually(async () => (await read()).first_token !== null, 50)
      const { calls, p50_ms: half, p95_ms: most } = (await read()).first_token ?? { calls: 0, p50_ms: 0, p95_ms: 0 }
      expect(calls).to.equal(1)
      expect(half).to.be.at.least(10)
      expect(most).to.equal(half)
    })

    it('tells of the last audit, when it was and what it found', async () => {
      expect((await read()).last_audit).to.equal(null)
      expect(await world.audit()).to.include({ exit: 0 })
      const { last_audit: audit } = await read()
      expect(audit?.at).to.be.closeTo(Date.now() / 1_000, 120)
      expect(audit).to.deep.include({
        violations: 0,
        deltas: [
          { currency: 'RUB', amount: '0.00' },
          { currency: 'TOKEN', amount: '0' },
        ],
      })
    })

    it('refuses hours that are none', async () => {
      for (const hours of ['0', '721', 'x']) {
        expect((await operator.ask(`/overview?hours=${hours}`)).status).to.equal(422)
      }
      expect((await read('?hours=720')).money_in).to.equal('1150.50')
    })
  })
}
