import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { HELD_MODEL, startHeldModel } from '../../support/upstreams/held-model.ts'
import type { HeldModel } from '../../support/upstreams/held-model.ts'

const say = (content: string, given: object = {}) => ({
  model: 'sandbox/echo',
  messages: [{ role: 'user', content }],
  ...given,
})

for (const name of WORLD_NAMES) {
  describe(`an Idempotency-Key on the gateway, on ${name}`, () => {
    let world: GatewayWorld
    let gateway: GatewayProcess
    let customer: Customer
    let held: HeldModel

    const post = (key: string, body: object, path = '/v1/chat/completions', signal?: AbortSignal): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.apiKey}`,
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      })
    const codeOf = async (response: Response): Promise<unknown> =>
      ((await response.json()) as { error: { code: string } }).error.code
    const charges = async (count: number): Promise<readonly string[]> => {
      await eventually(async () => (await customer.balance()).held === '0.00')
      const made = (await customer.transactions()).filter(({ type }) => type === 'charge').map(({ amount }) => amount)
      expect(made).to.have.lengthOf(count)
      return made
    }
    const same = async (first: Response, second: Response): Promise<string> => {
      const [one, two] = [await first.text(), await second.text()]
      expect(two).to.equal(one)
      expect(first.headers.get('idempotency-replayed')).to.equal(null)
      expect(second.headers.get('idempotency-replayed')).to.equal('true')
      for (const header of ['content-type', 'x-gateway-operation-id', 'x-gateway-cost-rub']) {
        expect(second.headers.get(header), header).to.equal(first.headers.get(header))
      }
      expect(second.status).to.equal(first.status)
      return one
    }

    before(async () => {
      held = await startHeldModel()
      world = await WORLDS[name]({ SIGNUP_BONUS_RUB: '1000' })
      gateway = await world.start(held.environment)
    })
    after(async () => {
      await world.remove()
      await held.close()
    })
    beforeEach(async () => {
      held.hold()
      customer = await makeCustomer(gateway.url, '0')
    })

    it('replays an answer byte for byte, at once, and charges once', async () => {
      const key = randomUUID()
      const first = await post(key, say('one two'))
      expect(first.headers.get('content-type')).to.equal('application/json; charset=utf-8')
      await same(first, await post(key, say('one two')))
      await charges(1)
    })

    it('replays a finished stream as it was', async () => {
      const key = randomUUID()
      const body = say('a b c', { stream: true, stream_options: { include_usage: true } })
      const text = await same(await post(key, body), await post(key, body))
      expect(text).to.match(/data: \[DONE\]\n\n$/)
      await charges(1)
    })

    it('keeps an answer that is too large for its row', async () => {
      const key = randomUUID()
      const body = say('word '.repeat(60_000), { max_tokens: 100_000 })
      const text = await same(await post(key, body), await post(key, body))
      expect(text.length).to.be.above(64_000)
    })

    it('replays a stream whose client disconnected as far as it came, as an error, without a second call', async () => {
      const key = randomUUID()
      const body = say('one two', { model: HELD_MODEL, stream: true })
      const gone = new AbortController()
      const reader = (await post(key, body, undefined, gone.signal)).body?.getReader()
      await reader?.read()
      gone.abort()
      let replay = ''
      await eventually(async () => {
        const response = await post(key, body)
        replay = await response.text()
        return response.status === 200
      })
      expect(replay).to.match(/^data: \{"id":"chatcmpl-/)
      expect(replay).not.to.contain('[DONE]')
      expect(replay).to.match(/data: \{"error":\{[^\n]*"code":"stream_left"\}\}\n\n$/)
      await charges(1)
    })

    it('replays the answer of a call whose client disconnected', async () => {
      const key = randomUUID()
      const body = say('one two', { model: HELD_MODEL })
      const gone = new AbortController()
      const lost = post(key, body, undefined, gone.signal).catch(() => null)
      await eventually(() => held.asked() === 1)
      expect(await codeOf(await post(key, body))).to.equal('idempotency_in_progress')
      gone.abort()
      await lost
      held.letGo()
      let answer: Response | null = null
      await eventually(async () => {
        answer = await post(key, body)
        return answer.status === 200
      })
      expect(answer).to.have.property('status', 200)
      await charges(1)
    })

    it('refuses another request under the same key', async () => {
      const key = randomUUID()
      await (await post(key, say('one'))).text()
      const other = await post(key, say('two'))
      expect([other.status, await codeOf(other)]).to.deep.equal([422, 'idempotency_mismatch'])
      expect((await post('', say('one'))).status).to.equal(422)
    })

    it('does not execute a failed call again, and leaves a key free where nothing was done', async () => {
      const failing = randomUUID()
      const body = say('x', { model: 'sandbox/error' })
      const first = await post(failing, body)
      expect(first.status).to.equal(502)
      await same(first, await post(failing, body))
      const free = randomUUID()
      expect((await post(free, say('x', { model: 'sandbox/none' }))).status).to.equal(404)
      expect((await post(free, say('x'))).status).to.equal(200)
      await charges(1)
    })

    // With one process at a time its successor knows at once that it is dead; elsewhere only the lease tells.
    const whereOneProcessRuns = name === 'the embedded database' ? it : () => undefined
    whereOneProcessRuns('does not repeat a call whose process was killed', async () => {
      const key = randomUUID()
      const body = say('x', { model: 'sandbox/hang' })
      const lost = post(key, body).catch(() => null)
      await eventually(async () => (await customer.balance()).held !== '0.00')
      await gateway.end('SIGKILL')
      await lost
      gateway = await world.start({ ...held.environment, PORT: new URL(gateway.url).port })
      const again = await post(key, body)
      expect([again.status, again.headers.get('x-should-retry'), await codeOf(again)]).to.deep.equal([
        502,
        'false',
        'upstream_error',
      ])
      // The receipt of the interrupted call is found by it.
      expect(again.headers.get('x-gateway-operation-id')).to.match(/^[0-9a-f-]{36}$/)
      await charges(0)
    })

    it('orders a video once, and answers with the same one after a kill', async () => {
      const key = randomUUID()
      const body = { model: 'sandbox/video', prompt: 'x' }
      const first = await post(key, body, '/v1/videos')
      const text = await same(first, await post(key, body, '/v1/videos'))
      expect((await customer.balance()).held).to.equal('20.00')
      await gateway.end('SIGKILL')
      gateway = await world.start({ ...held.environment, PORT: new URL(gateway.url).port })
      const again = await post(key, body, '/v1/videos')
      expect(await again.text()).to.equal(text)
      expect((await customer.balance()).held).to.equal('20.00')
    })
  })
}
