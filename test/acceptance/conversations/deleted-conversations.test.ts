import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { HELD_MODEL, startHeldModel } from '../../support/upstreams/held-model.ts'
import type { HeldModel } from '../../support/upstreams/held-model.ts'

const IMAGE = {
  type: 'base64',
  data: Buffer.from(sandboxPng('b', 40, 20)).toString('base64'),
  mime_type: 'image/png',
}

type Json = Readonly<Record<string, unknown>>

for (const name of WORLD_NAMES) {
  describe(`Deleted conversations, on ${name}`, () => {
    let world: GatewayWorld
    let url: string
    let customer: Customer
    let held: HeldModel

    before(async () => {
      held = await startHeldModel()
      world = await WORLDS[name]()
      url = (await world.serve({ ...held.environment, SIGNUP_BONUS_TOKEN: '100' })).url
    })
    after(async () => {
      await world.remove()
      await held.close()
    })
    beforeEach(async () => {
      customer = await makeCustomer(url, '0')
    })

    const call = (method: string, path: string, body?: object, by: Customer = customer): Promise<Response> =>
      fetch(`${url}/v1/me${path}`, {
        method,
        headers: {
          authorization: `Bearer ${by.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const read = async (path: string): Promise<Json> => (await (await call('GET', path)).json()) as Json
    const open = async (slug: string): Promise<string> =>
      String(((await (await call('POST', '/conversations', { catalog_slug: slug })).json()) as Json)['id'])
    const removed = async (id: string, by: Customer = customer): Promise<number> =>
      (await call('DELETE', `/conversations/${id}`, undefined, by)).status
    const statusOf = async (path: string): Promise<number> => (await call('GET', path)).status
    const charges = async () =>
      ((await read('/transactions?currency=TOKEN'))['data'] as Json[]).filter(({ type }) => type === 'charge')

    it('are gone with their messages and files, and what was paid stays', async () => {
      const [id, other] = [await open('sandbox/echo'), await open('sandbox/echo')]
      for (const each of [id, other]) {
        const sent = await call('POST', `/conversations/${each}/messages`, { content: 'see', images: [IMAGE] })
        expect(sent.status).to.equal(201)
      }
      const [shown] = (await read(`/conversations/${id}/messages`))['data'] as { media: { url: string }[] }[]
      const address = shown?.media[0]?.url ?? ''
      expect((await fetch(address)).status).to.equal(200)
      const paid = await charges()
      for (const _ of ['once', 'again']) expect(await removed(id)).to.equal(204)
      expect(await statusOf(`/conversations/${id}`)).to.equal(404)
      expect(await statusOf(`/conversations/${id}/messages`)).to.equal(404)
      expect((await fetch(address)).status).to.equal(404)
      expect((await read('/gallery'))['data']).to.have.lengthOf(1)
      expect((await read(`/conversations/${other}/messages`))['data']).to.have.lengthOf(2)
      expect(paid).to.have.lengthOf(2)
      expect(await charges()).to.deep.equal(paid)
    })

    it('are deleted by their owner alone', async () => {
      const id = await open('sandbox/echo')
      const otherUser = await makeCustomer(url, '0')
      expect(await removed(id, otherUser)).to.equal(204)
      expect(await statusOf(`/conversations/${id}`)).to.equal(200)
    })

    it('leave the charge of a turn that was running, and nothing else of it', async () => {
      const id = await open(HELD_MODEL)
      const turn = call('POST', `/conversations/${id}/messages`, { content: 'one two', images: null })
      await eventually(() => held.asked() === 1)
      expect((await read('/wallets/TOKEN'))['held']).to.not.equal('0')
      expect(await removed(id)).to.equal(204)
      held.letGo()
      expect((await turn).status).to.equal(201)
      expect(await charges()).to.have.lengthOf(1)
      expect((await read('/wallets/TOKEN'))['held']).to.equal('0')
      expect(await statusOf(`/conversations/${id}/messages`)).to.equal(404)
    })

    it('leave the charge of a video that was being made', async () => {
      const ordered = await call('POST', '/video-generations', { task: 'sandbox-video', prompt: 'a boat' })
      const { id: job, conversation_id: id } = (await ordered.json()) as Json
      expect(ordered.status).to.equal(202)
      expect(await removed(String(id))).to.equal(204)
      await eventually(async () => (await read(`/video-generations/${String(job)}`))['status'] !== 'processing', 200)
      expect(await charges()).to.have.lengthOf(1)
      expect((await read('/wallets/TOKEN'))['held']).to.equal('0')
      expect((await read('/gallery'))['data']).to.have.lengthOf(0)
    })
  })
}
