import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { carryOut } from '../../support/processes/gateway-process.ts'

type Json = Readonly<Record<string, unknown>>

for (const name of WORLD_NAMES) {
  describe(`top-ups, as operators see them, on ${name}`, () => {
    let world: GatewayWorld
    let operator: Operator
    /** The accounts of two people who have topped up once each, and of one who has not. */
    let accounts: readonly string[]

    before(async () => {
      world = await WORLDS[name]()
      const { url } = await world.serve()
      operator = await makeOperator(world, url)
      const people = [await makeCustomer(url, '100'), await makeCustomer(url, '200'), await makeCustomer(url, '0')]
      accounts = await Promise.all(people.map(({ email }) => operator.idOf(email)))
    })
    after(() => world.remove())

    const read = async <A>(path: string): Promise<A> => {
      const response = await operator.ask(path)
      expect(response.status, path).to.equal(200)
      return (await response.json()) as A
    }
    const listed = async (query: string): Promise<readonly Json[]> =>
      (await read<{ readonly data: readonly Json[] }>(`/topups${query}`)).data

    it('are listed of all accounts, newest first, by state and by account, page by page', async () => {
      const all = await listed('')
      expect(all.map((topUp) => topUp['price'])).to.deep.equal(['200.00', '100.00'])
      expect(all.map((topUp) => topUp['account_id'])).to.deep.equal([accounts[1], accounts[0]])
      expect(await listed('?status=succeeded')).to.deep.equal(all)
      expect(await listed('?status=canceled')).to.deep.equal([])
      expect(await listed(`?account=${accounts[0] ?? ''}`)).to.deep.equal([all[1]])
      expect(await listed(`?account=${accounts[2] ?? ''}`)).to.deep.equal([])
      const first = await read<{ readonly next_cursor: string }>('/topups?limit=1')
      expect(await listed(`?limit=1&cursor=${first.next_cursor}`)).to.deep.equal([all[1]])
      expect((await operator.ask('/topups?status=stuck')).status).to.equal(422)
    })

    it('show their refunds', async () => {
      const [, topUp] = await listed('')
      const id = String(topUp?.['id'])
      expect((await carryOut(['topups', 'refund', id, '40'], world.environment)).exit).to.equal(0)
      const { refunds, refundable, ...rest } = await read<Json & { readonly refunds: readonly Json[] }>(`/topups/${id}`)
      expect([rest, refundable]).to.deep.equal([topUp, '60.00'])
      expect(refunds).to.have.length(1)
      expect(refunds[0]).to.include({ status: 'succeeded', amount: '40.00', price: '40.00' })
      expect((await operator.ask(`/topups/${randomUUID()}`)).status).to.equal(404)
    })

    it('are given back once for each Idempotency-Key, which is recorded with its reason', async () => {
      const [, topUp] = await listed('')
      const id = String(topUp?.['id'])
      expect(await read(`/topups/${id}`)).to.include({ refundable: '60.00' })
      const headers = { 'idempotency-key': 'refund-1' }
      const refund = (body: Json, given: Readonly<Record<string, string>> = headers): Promise<Response> =>
        operator.ask(`/topups/${id}/refund`, body, given)
      const wanted = { amount: '25', reason: 'a mistake' }
      const first = await refund(wanted)
      const text = await first.text()
      expect(first.status, text).to.equal(201)
      expect(JSON.parse(text)).to.include({ status: 'succeeded', amount: '25.00', price: '25.00' })
      const again = await refund(wanted)
      expect([again.status, await again.text()]).to.deep.equal([201, text])
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect((await refund({ ...wanted, amount: '26' })).status).to.equal(422)
      expect((await refund(wanted, {})).status).to.equal(422)
      for (const amount of ['0', '-1', '1e2', 5]) {
        expect((await refund({ ...wanted, amount }, { 'idempotency-key': 'refund-2' })).status).to.equal(422)
      }
      const tooMuch = await refund({ ...wanted, amount: '35.01' }, { 'idempotency-key': 'refund-2' })
      expect([tooMuch.status, ((await tooMuch.json()) as Json)['code']]).to.deep.equal([409, 'refund_exceeds_top_up'])
      const { refunds, refundable } = await read<Json & { readonly refunds: readonly Json[] }>(`/topups/${id}`)
      expect([refunds.length, refundable]).to.deep.equal([2, '35.00'])
      const { wallets } = await read<{ readonly wallets: readonly Json[] }>(`/accounts/${accounts[0] ?? ''}`)
      expect(wallets[0]).to.include({ currency: 'RUB', balance: '35.00', held: '0.00' })
      const { data } = await read<{ readonly data: readonly Json[] }>(`/actions?subject=${id}`)
      expect(data[0]).to.deep.include({ command: 'topups refund', operator: operator.email, reason: 'a mistake' })
      expect(data[1], 'the one of the command line').to.include({ command: 'topups refund', reason: null })
      const carriedOn = await operator.ask(`/topups/${id}/refunds/${String(refunds[1]?.['id'])}/continue`, {})
      expect(await carriedOn.json()).to.deep.equal(refunds[1])
      expect((await operator.ask(`/topups/${id}/refunds/${randomUUID()}/continue`, {})).status).to.equal(404)
      const unknown = await operator.ask(`/topups/${randomUUID()}/refund`, wanted, { 'idempotency-key': 'refund-3' })
      expect(unknown.status).to.equal(404)
    })

    it('are asked about at their provider now, which is recorded and credits nothing twice', async () => {
      const [topUp] = await listed('')
      const id = String(topUp?.['id'])
      expect((await operator.ask(`/topups/${id}/check`, {})).status).to.equal(204)
      const { data } = await read<{ readonly data: readonly Json[] }>(`/actions?subject=${id}`)
      expect(data[0]).to.deep.include({
        command: 'topups check',
        operator: operator.email,
        before: { status: 'succeeded' },
        after: { status: 'succeeded' },
      })
      const { wallets } = await read<{ readonly wallets: readonly Json[] }>(`/accounts/${accounts[1] ?? ''}`)
      expect(wallets[0]).to.include({ currency: 'RUB', balance: '200.00' })
      expect((await operator.ask(`/topups/${randomUUID()}/check`, {})).status).to.equal(404)
      expect((await world.audit()).exit).to.equal(0)
    })
  })
}
