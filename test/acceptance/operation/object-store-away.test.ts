import { createServer } from 'node:net'
import { expect } from 'chai'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { QUICK_GIVE_BACK, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../support/servers/loopback.ts'

describe('while the object store does not serve', () => {
  let [world, store] = [null as GatewayWorld | null, null as LoopbackServer | null]
  after(async () => {
    await world?.remove()
    await store?.close()
  })

  it('a start says so, an image with an address is refused for a second and costs nothing, and no answer speaks of a database', async () => {
    store = await listenOnLoopback(createServer((socket) => void socket.destroy()))
    world = await WORLDS['the embedded database']({
      S3_ENDPOINT: store.origin,
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    const gateway = await world.start(QUICK_GIVE_BACK)
    const words = `the object store of S3_ENDPOINT (${store.origin}, bucket media)`
    const timesLogged = () => gateway.output().split(words).length - 1
    await eventually(async () => timesLogged() > 0)
    expect(gateway.output()).to.contain(`images and videos cannot be stored now: ${words}`)
    const loggedAtStart = timesLogged()
    const customer = await makeCustomer(gateway.url, '100')
    const answer = await fetch(`${gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ model: 'sandbox/image', prompt: 'a red boat', response_format: 'url' }),
    })
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '1'])
    expect(await answer.text())
      .to.contain('overloaded')
      .and.not.to.contain('database')
    expect((await balanceAtRest(customer)).balance).to.match(/^100(\.0+)?$/)
    // What a process logs may come after its answers.
    await eventually(async () => timesLogged() > loggedAtStart)
  })
})
