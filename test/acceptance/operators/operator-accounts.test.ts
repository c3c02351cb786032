import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { balanceAtRest, chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { QUICK_GIVE_BACK, WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { carryOut } from '../../support/processes/gateway-process.ts'

type Json = Readonly<Record<string, unknown>>

interface Listed {
  readonly data: readonly Json[]
  readonly next_cursor: string | null
}

for (const name of WORLD_NAMES) {
  describe(`accounts, as operators see and change them, on ${name}`, () => {
    let world: GatewayWorld
    let url: string
    let operator: Operator
    let customer: Customer
    let id: string

    before(async () => {
      world = await WORLDS[name]()
      url = (await world.serve(QUICK_GIVE_BACK)).url
      operator = await makeOperator(world, url)
    })
    after(() => world.remove())
    beforeEach(async () => {
      customer = await makeCustomer(url, '100')
      id = await operator.idOf(customer.email)
    })

    const read = async <A>(path: string): Promise<A> => {
      const response = await operator.ask(path)
      expect(response.status, path).to.equal(200)
      return (await response.json()) as A
    }
    const listed = (query: string) => read<Listed>(`/accounts${query}`)
    const adjust = (body: Json) =>
      operator.ask(`/accounts/${id}/adjustments`, { id: randomUUID(), currency: 'RUB', reason: 'a gift', ...body })
    const lastAction = async (): Promise<Json | undefined> => (await read<Listed>(`/actions?subject=${id}`)).data[0]

    it('are found by the beginning of an address, in any case, by id, and page by page', async () => {
      for (const search of [customer.email, customer.email.toUpperCase().slice(0, 20), id]) {
        const { data } = await listed(`?search=${encodeURIComponent(search)}`)
        expect(data.map((account) => account['id'])).to.deep.equal([id])
      }
      expect((await listed('?search=nobody')).data).to.deep.equal([])
      expect((await listed('?search=%25')).data).to.deep.equal([])
      const other = await operator.idOf((await makeCustomer(url, '0')).email)
      const first = await listed('?limit=1')
      const second = await listed(`?limit=1&cursor=${first.next_cursor ?? ''}`)
      expect([first.data[0]?.['id'], second.data[0]?.['id']]).to.deep.equal([other, id])
      const [one] = (await listed('?search=customer-&limit=1')).data
      const { next_cursor: cursor } = await listed('?search=customer-&limit=1')
      const [two] = (await listed(`?search=customer-&limit=1&cursor=${cursor ?? ''}`)).data
      expect(String(one?.['email']) < String(two?.['email'])).to.equal(true)
    })

    it('show balances, keys without their secrets, sessions and calls', async () => {
      await (
        await chat(url, customer.apiKey, { model: 'sandbox/echo', messages: [{ role: 'user', content: 'hi' }] })
      ).text()
      await balanceAtRest(customer)
      const account = await read<Json>(`/accounts/${id}`)
      expect(account).to.deep.include({ id, email: customer.email, is_operator: false, deactivated_at: null })
      expect(account['wallets']).to.deep.include({ currency: 'RUB', ...(await customer.balance()) })
      expect(account['keys']).to.have.length(1)
      expect(account['sessions']).to.have.length(1)
      expect(JSON.stringify(account)).not.to.include(customer.apiKey)
      const { data } = await read<Listed>(`/accounts/${id}/requests`)
      expect(data).to.have.length(1)
      expect(data[0]).to.include({ model: 'sandbox/echo', status: 'charged' })
      expect((await read<Listed>(`/accounts/${id}/requests?model=none`)).data).to.deep.equal([])
      expect((await operator.ask(`/accounts/${randomUUID()}`)).status).to.equal(404)
    })

    it('are credited and debited once for an id, and the record tells the balance before and after', async () => {
      const once = { id: randomUUID(), amount: '12.5' }
      const answers = await Promise.all([adjust(once), adjust(once), adjust(once)])
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      expect((await customer.balance()).balance).to.equal('112.50')
      const other = await adjust({ ...once, amount: '13' })
      expect(other.status).to.equal(422)
      const refusal = (await other.json()) as Json
      expect(refusal).to.include({ code: 'idempotency_mismatch' })
      expect(refusal['detail'])
        .to.match(/This id was used/)
        .and.not.match(/Idempotency-Key/)
      const recorded = await read<Listed>(`/actions?subject=${id}`)
      expect(recorded.data).to.have.length(1)
      expect(recorded.data[0]).to.deep.include({
        operator: operator.email,
        command: 'users credit',
        before: { currency: 'RUB', balance: '100.00' },
        after: { currency: 'RUB', balance: '112.50' },
        reason: 'a gift',
        succeeded: true,
      })
      expect((await adjust({ amount: '-12.5' })).status).to.equal(200)
      expect((await customer.balance()).balance).to.equal('100.00')
      expect(await lastAction()).to.deep.include({ after: { currency: 'RUB', balance: '100.00' } })
    })

    it('are debited by no more than they have, and then nothing is recorded', async () => {
      const refused = await adjust({ amount: '-100.01' })
      expect(refused.status).to.equal(409)
      expect(await refused.json()).to.include({ code: 'insufficient_balance' })
      expect(await lastAction()).to.equal(undefined)
      for (const bad of [
        { amount: '0' },
        { amount: 'x' },
        { reason: '' },
        { reason: ' ' },
        { amount: '1', reason: undefined },
      ]) {
        expect((await adjust({ amount: '1', ...bad })).status, JSON.stringify(bad)).to.equal(422)
      }
      expect((await customer.balance()).balance).to.equal('100.00')
      expect((await world.audit()).exit).to.equal(0)
    })

    it('are credited up to what a wallet can hold, and then refused by name', async () => {
      for (const currency of ['RUB', 'TOKEN']) {
        const refused = await adjust({ currency, amount: '999999999999' })
        expect(refused.status, currency).to.equal(409)
        expect(await refused.json()).to.include({ code: 'balance_limit' })
      }
      expect((await adjust({ amount: '9999999900' })).status).to.equal(200)
      expect((await adjust({ amount: '0.000001' })).status).to.equal(409)
      expect((await customer.balance()).balance).to.equal('10000000000.00')
      const ordered = await fetch(`${url}/v1/billing/topup`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${customer.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ currency: 'RUB', amount: '1' }),
      })
      expect(ordered.status).to.equal(422)
      expect((await adjust({ amount: '-9999999900' })).status).to.equal(200)
      expect((await world.audit()).exit).to.equal(0)
    })

    it('make as many requests a minute as an operator allows, from the next call on, and their owner sees it', async () => {
      const limit = (requests: unknown, accountId = id) =>
        operator.ask(`/accounts/${accountId}/limit`, { requests_per_minute: requests, reason: 'a trial' })
      const headers = { authorization: `Bearer ${customer.apiKey}` }
      const call = async (): Promise<readonly [number, string | null]> => {
        const response = await fetch(`${url}/v1/models`, { headers })
        await response.body?.cancel()
        return [response.status, response.headers.get('x-ratelimit-limit-requests')]
      }
      const seenByKey = async (): Promise<unknown> => {
        const { data } = (await (await fetch(`${url}/v1/key`, { headers })).json()) as { readonly data: Json }
        return data['rate_limit']
      }
      expect(await call()).to.deep.equal([200, '100000'])
      expect((await limit(3)).status).to.equal(204)
      expect(await seenByKey()).to.include({ requests: 3 })
      // The first call was made before, in the same minute.
      expect([await call(), await call(), await call()]).to.deep.equal([
        [200, '3'],
        [200, '3'],
        [429, '3'],
      ])
      const shown = { requests_per_minute: 3, default_requests_per_minute: 100_000 }
      expect(await read<Json>(`/accounts/${id}`)).to.deep.include(shown)
      expect(await lastAction()).to.deep.include({
        operator: operator.email,
        command: 'users limit',
        before: { requests_per_minute: 'default' },
        after: { requests_per_minute: 3 },
        reason: 'a trial',
      })
      expect((await limit(null)).status).to.equal(204)
      expect(await call()).to.deep.equal([200, '100000'])
      expect(await seenByKey()).to.include({ requests: 100_000 })
      expect(await read<Json>(`/accounts/${id}`)).to.deep.include({ ...shown, requests_per_minute: null })
      expect((await limit(3, randomUUID())).status).to.equal(404)
    })

    it('keep the number of requests a minute that they have where what is asked for is none', async () => {
      const ask = (body: Json) => operator.ask(`/accounts/${id}/limit`, body)
      expect((await ask({ requests_per_minute: 600, reason: 'a trial' })).status).to.equal(204)
      const refusal = async (requests: unknown): Promise<unknown> => {
        const refused = await ask({ requests_per_minute: requests, reason: 'a trial' })
        expect(refused.status, String(requests)).to.equal(422)
        const [problem] = ((await refused.json()) as { readonly detail: readonly Json[] }).detail
        expect(problem?.['loc']).to.deep.equal(['body', 'requests_per_minute'])
        return problem?.['msg']
      }
      for (const requests of [0, -1, 1.5, 1_000_001, '60', true]) {
        expect(await refusal(requests)).to.equal('must be an integer from 1 to 1000000, or null')
      }
      expect(await refusal(undefined)).to.equal('Field required')
      expect((await ask({ requests_per_minute: null })).status).to.equal(422)
      expect((await read<Json>(`/accounts/${id}`))['requests_per_minute']).to.equal(600)
    })

    it('are limited at the command line too, with the same record', async () => {
      const limited = await carryOut(['users', 'limit', customer.email, '3', '--reason', 'a trial'], world.environment)
      expect(limited).to.include({ exit: 0, stdout: `${customer.email} may make 3 requests a minute (${id})\n` })
      expect((await read<Json>(`/accounts/${id}`))['requests_per_minute']).to.equal(3)
      expect(await lastAction()).to.deep.include({
        command: 'users limit',
        arguments: { email: customer.email, 'requests-per-minute': '3', reason: 'a trial' },
        reason: 'a trial',
      })
    })

    it('are closed and opened again with a reason', async () => {
      const call = async (): Promise<number> => {
        const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${customer.apiKey}` } })
        await response.body?.cancel()
        return response.status
      }
      expect(await call()).to.equal(200)
      expect((await operator.ask(`/accounts/${id}/deactivate`, { reason: 'stolen cards' })).status).to.equal(204)
      expect(await call()).to.equal(401)
      expect((await read<Json>(`/accounts/${id}`))['deactivated_at']).to.be.a('number')
      expect(await lastAction()).to.deep.include({
        command: 'users deactivate',
        before: { state: 'active' },
        after: { state: 'deactivated' },
        reason: 'stolen cards',
      })
      expect((await operator.ask(`/accounts/${id}/reactivate`, { reason: 'proven' })).status).to.equal(204)
      expect(await lastAction()).to.deep.include({ after: { state: 'active' }, reason: 'proven' })
      expect((await operator.ask(`/accounts/${randomUUID()}/deactivate`, { reason: 'x' })).status).to.equal(404)
    })
  })
}
