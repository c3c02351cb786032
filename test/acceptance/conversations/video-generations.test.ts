import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

type Body = Readonly<Record<string, unknown>>

interface Ordered {
  readonly id: string
  readonly conversation_id: string
  readonly message_id: string
}

const videoOrder = (given: object = {}) => ({ task: 'sandbox-video', prompt: 'a red boat', ...given })

for (const name of WORLD_NAMES) {
  describe(`videos for tokens, on ${name}`, () => {
    let world: GatewayWorld
    let gateway: GatewayProcess
    let customer: Customer

    const send = (method: string, path: string, body?: object, headers: Body = {}): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.accessToken}`,
          ...(headers as Record<string, string>),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const read = async (path: string, method = 'GET'): Promise<Body> => {
      const response = await send(method, path)
      expect(response.status, `${method} ${path}`).to.equal(200)
      return (await response.json()) as Body
    }
    const order = (body: object, key: string = randomUUID()): Promise<Response> =>
      send('POST', '/v1/me/video-generations', body, { 'idempotency-key': key })
    const ordered = async (given: object = {}): Promise<Ordered> => {
      const response = await order(videoOrder(given))
      expect(response.status).to.equal(202)
      return (await response.json()) as Ordered
    }
    const poll = ({ conversation_id: conversation, message_id: message }: Ordered): Promise<Body> =>
      read(`/v1/me/conversations/${conversation}/messages/${message}/poll`, 'POST')
    const tokens = async (): Promise<string> => {
      const { balance, held } = await read('/v1/me/wallets/TOKEN')
      return `${String(balance)}, ${String(held)} held`
    }
    const charges = async (): Promise<readonly unknown[]> =>
      ((await read('/v1/me/transactions?currency=TOKEN&type=charge'))['data'] as Body[]).map(({ amount }) => amount)

    before(async () => {
      world = await WORLDS[name]()
      gateway = await world.start({ SIGNUP_BONUS_TOKEN: '100' })
    })
    after(() => world.remove())
    beforeEach(async () => {
      customer = await makeCustomer(gateway.url, '0')
    })

    it('are ordered, polled, charged once when they are finished, and shown in the conversation and the gallery', async () => {
      const key = randomUUID()
      const image = {
        type: 'base64',
        mime_type: 'image/png',
        data: Buffer.from(sandboxPng('f', 64, 64)).toString('base64'),
      }
      const body = videoOrder({ image, size: '720x1280', parameters: { seed: 7, camera: 'slow' } })
      const first = await order(body, key)
      const text = await first.text()
      const job = JSON.parse(text) as Ordered
      expect(first.status).to.equal(202)
      expect(job).to.deep.include({ status: 'processing', task: 'sandbox-video', message_id: job.id })
      const again = await order(body, key)
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([202, 'true'])
      expect(await again.text()).to.equal(text)
      expect(await tokens()).to.equal('100, 20 held')

      const path = `/v1/me/video-generations/${job.id}`
      expect(await read(path)).to.deep.include({ status: 'processing', media: [], error: null })
      expect(await poll(job)).to.deep.include({ id: job.id, status: 'done', charged: '20', content: '', error: null })
      const done = await read(path)
      const [media] = done['media'] as Body[]
      expect(done).to.include({ status: 'completed', conversation_id: job.conversation_id })
      expect(media).to.include({ kind: 'video', mime_type: 'video/mp4', width: 720, height: 1280, seconds: 4 })
      const file = await fetch(String(media?.['url']))
      expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'video/mp4'])
      expect(await tokens()).to.equal('80, 0 held')
      expect(await charges()).to.deep.equal(['-20'])

      const messages = (await read(`/v1/me/conversations/${job.conversation_id}/messages`))['data'] as Body[]
      expect(messages.map(({ role, status }) => [role, status])).to.deep.equal([
        ['user', 'done'],
        ['assistant', 'done'],
      ])
      expect(messages[0]?.['media']).to.have.lengthOf(1)
      const gallery = (await read('/v1/me/gallery?kind=video'))['data'] as Body[]
      expect(gallery).to.have.lengthOf(1)
      expect(gallery[0]).to.include({ message_id: job.id, prompt: 'a red boat', kind: 'video' })
      const listed = await fetch(`${gateway.url}/v1/videos`, {
        headers: { authorization: `Bearer ${customer.apiKey}` },
      })
      expect(await listed.json()).to.deep.include({ data: [] })
    })

    it('that fail cost nothing, and name the reason', async () => {
      const job = await ordered({ task: 'sandbox-video-fail' })
      expect(await poll(job)).to.include({ status: 'pending', charged: '0' })
      const failed = await read(`/v1/me/video-generations/${job.id}`)
      expect(failed).to.include({ status: 'failed' })
      expect(failed).to.have.nested.property('error.code', 'generation_failed')
      expect(await poll(job)).to.deep.include({ status: 'failed', error: failed['error'], media: [] })
      expect([await tokens(), await charges()]).to.deep.equal(['100, 0 held', []])
    })

    it('are charged once for 50 polls and reads at the moment they are finished', async () => {
      const job = await ordered()
      await poll(job)
      const asked = Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? poll(job) : read(`/v1/me/video-generations/${job.id}`),
      )
      const seen = new Set((await Promise.all(asked)).map(({ status }) => status))
      expect(seen).to.deep.equal(new Set(['done', 'completed']))
      expect([await tokens(), await charges()]).to.deep.equal(['80, 0 held', ['-20']])
    })

    it('are ordered once by 20 requests under one key at once', async () => {
      const key = randomUUID()
      const answers = await Promise.all(Array.from({ length: 20 }, () => order(videoOrder(), key)))
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].every((status) => status === 202 || status === 409)).to.equal(true)
      const ids = await Promise.all(answers.filter(({ status }) => status === 202).map((answer) => answer.text()))
      expect(new Set(ids).size).to.equal(1)
      expect(await tokens()).to.equal('100, 20 held')
    })

    it('go into an existing conversation, but not into an archived one or one of another user', async () => {
      const made = await send('POST', '/v1/me/conversations', { catalog_slug: 'sandbox/echo' })
      const { id } = (await made.json()) as { id: string }
      expect(await ordered({ conversation_id: id })).to.include({ conversation_id: id })
      await send('POST', `/v1/me/conversations/${id}/archive`)
      expect((await order(videoOrder({ conversation_id: id }))).status).to.equal(409)
      const job = await ordered()
      customer = await makeCustomer(gateway.url, '0')
      expect((await order(videoOrder({ conversation_id: id }))).status).to.equal(404)
      expect((await send('GET', `/v1/me/video-generations/${job.id}`)).status).to.equal(404)
      const path = `/v1/me/conversations/${job.conversation_id}/messages/${job.message_id}/poll`
      expect((await send('POST', path)).status).to.equal(404)
      expect(await tokens()).to.equal('100, 0 held')
    })

    it('are refused without a charge, at the field that is wrong', async () => {
      const image = { type: 'url', data: 'http://127.0.0.1/x.png' }
      const cases: readonly (readonly [object, number, string])[] = [
        [videoOrder({ task: 'none' }), 404, 'not_found'],
        [videoOrder({ task: 'chat' }), 400, 'not_a_video_task'],
        [videoOrder({ image }), 400, 'unsafe_url'],
        [videoOrder({ seconds: 8 }), 422, 'body.seconds unsupported_parameter'],
        [videoOrder({ seconds: 5 }), 422, 'body.seconds unsupported_parameter'],
        [videoOrder({ size: 'large' }), 422, 'body.size invalid'],
        [videoOrder({ prompt: '' }), 422, 'body.prompt invalid'],
        [videoOrder({ parameters: { seed: -1 } }), 422, 'body.parameters.seed invalid'],
        [videoOrder({ parameters: { model: 'sandbox/echo' } }), 422, 'body.parameters.model unsupported_parameter'],
        [videoOrder({ parameters: { fps: 60 } }), 422, 'body.parameters.fps unsupported_parameter'],
        [videoOrder({ image, images: [image] }), 422, 'body.images too_many'],
        [videoOrder({ images: [image, image] }), 422, 'body.images too_many'],
      ]
      for (const [body, status, word] of cases) {
        const response = await order(body)
        const { code, detail } = (await response.json()) as { code?: string; detail: { loc: string[]; type: string }[] }
        const found = code ?? `${detail[0]?.loc.join('.') ?? ''} ${detail[0]?.type ?? ''}`
        expect([response.status, found]).to.deep.equal([status, word])
      }
      expect((await send('POST', '/v1/me/video-generations', videoOrder())).status).to.equal(422)
      expect((await send('GET', '/v1/me/video-generations/x')).status).to.equal(422)
      for (let made = 0; made < 5; made += 1) await ordered()
      expect((await order(videoOrder())).status).to.equal(402)
      expect(await tokens()).to.equal('100, 100 held')
    })

    it('outlive their process', async () => {
      const job = await ordered()
      await gateway.end('SIGKILL')
      gateway = await world.start({ PORT: new URL(gateway.url).port, SIGNUP_BONUS_TOKEN: '100' })
      const states: unknown[] = []
      while (states.at(-1) !== 'done' && states.length < 5) states.push((await poll(job))['status'])
      expect(states.at(-1)).to.equal('done')
      expect([await tokens(), await charges()]).to.deep.equal(['80, 0 held', ['-20']])
    })
  })
}
