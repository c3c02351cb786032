import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import OpenAI, { toFile } from 'openai'
import { readMp4 } from '../../../src/domain/media/mp4/mp4.ts'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { apiErrorOf } from '../../support/api-error.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

/** The SDK's types know the models of one provider only. */
const videoOrder = (given: object = {}) =>
  ({ model: 'sandbox/video', prompt: 'a red boat', seconds: '4', ...given }) as OpenAI.VideoCreateParams

const checkVideo = openAiSchema('VideoResource')
const checkList = openAiSchema('VideoListResource')

for (const name of WORLD_NAMES) {
  describe(`videos through the official SDK, on ${name}`, () => {
    let world: GatewayWorld
    let gateway: GatewayProcess
    let customer: Customer
    let client: OpenAI

    const use = async (roubles: string): Promise<void> => {
      customer = await makeCustomer(gateway.url, roubles)
      client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    }
    const send = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${customer.apiKey}`, ...(init.headers as Record<string, string>) },
      })
    const post = (path: string, body: object): Promise<Response> =>
      send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const charges = async (): Promise<readonly string[]> =>
      (await customer.transactions()).filter(({ type }) => type === 'charge').map(({ amount }) => amount)

    before(async () => {
      world = await WORLDS[name]()
      gateway = await world.start()
    })
    after(() => world.remove())
    beforeEach(() => use('100'))

    it('orders, polls, charges once and downloads', async () => {
      const created = await client.videos.create(
        videoOrder({ seconds: '6', size: '720x1280', seed: 7, camera: 'slow' }),
      )
      expect(created).to.include({ object: 'video', status: 'queued', progress: 0, seconds: '6', size: '720x1280' })
      expect(created.id).to.match(/^video_[0-9a-f-]{36}$/)
      expect(created).to.include({ completed_at: null, expires_at: null, error: null, prompt: 'a red boat' })
      expect(await customer.balance()).to.deep.include({ balance: '100.00', held: '30.00', available: '70.00' })
      expect((await apiErrorOf(() => client.videos.downloadContent(created.id))).code).to.equal('video_not_ready')

      checkVideo?.(created)
      expect(await client.videos.retrieve(created.id)).to.include({ status: 'in_progress', progress: 50 })
      const done = await client.videos.retrieve(created.id)
      expect(done).to.include({ status: 'completed', progress: 100 })
      expect(done.expires_at).to.equal((done.completed_at ?? 0) + 30 * 86_400)
      checkVideo?.(done)
      checkList?.(await (await send('/v1/videos')).json())
      await client.videos.retrieve(created.id.replace('video_', ''))
      expect(await charges()).to.deep.equal(['-30.00'])
      expect(await customer.balance()).to.deep.include({ balance: '70.00', held: '0.00' })

      const file = await client.videos.downloadContent(created.id)
      expect(file.headers.get('content-type')).to.equal('video/mp4')
      const bytes = new Uint8Array(await file.arrayBuffer())
      const facts = readMp4(bytes)
      expect(isRight(facts) && facts.right).to.deep.equal({ seconds: 6, size: { width: 720, height: 1280 } })
      const part = await send(`/v1/videos/${created.id}/content`, { headers: { range: 'bytes=4-7' } })
      expect([part.status, await part.text()]).to.deep.equal([206, 'ftyp'])
    })

    it('accepts a first frame as a file, a data URL, and an ImageInput', async () => {
      const png = sandboxPng('frame', 64, 64)
      const base64 = Buffer.from(png).toString('base64')
      const file = await toFile(png, 'frame.png', { type: 'image/png' })
      const dataUrl = `data:image/png;base64,${base64}`
      expect(await client.videos.create(videoOrder({ input_reference: file }))).to.include({ status: 'queued' })
      const byAddress = videoOrder({ input_reference: { image_url: dataUrl } })
      expect(await client.videos.create(byAddress)).to.include({ status: 'queued' })
      const image = { type: 'base64', data: base64, mime_type: 'image/png' }
      expect((await post('/v1/videos', videoOrder({ input_reference: image }))).status).to.equal(200)
      const text = await toFile(new TextEncoder().encode('no image'), 'frame.png', { type: 'image/png' })
      expect(await apiErrorOf(() => client.videos.create(videoOrder({ input_reference: text })))).to.include({
        status: 400,
        code: 'invalid_image',
        param: 'input_reference',
      })
      const local = videoOrder({ input_reference: 'http://127.0.0.1/x.png' })
      const refused = (await (await post('/v1/videos', local)).json()) as { error: object }
      expect(refused.error).to.include({ code: 'unsafe_url', param: 'input_reference' })
      for (const [given, param] of [
        [{ image_url: 'http://127.0.0.1/x.png' }, 'input_reference.image_url'],
        [{ type: 'url', data: 'http://127.0.0.1/x.png' }, 'input_reference.data'],
      ] as const) {
        const answer = await post('/v1/videos', videoOrder({ input_reference: given }))
        expect(((await answer.json()) as { error: object }).error).to.include({ code: 'unsafe_url', param })
      }
    })

    it('lists newest first and pages to the end, without a change of any job', async () => {
      const ids: string[] = []
      for (let made = 0; made < 5; made += 1) ids.push((await client.videos.create(videoOrder())).id)
      const listed: string[] = []
      for await (const video of client.videos.list({ limit: 2 })) {
        expect(video.status).to.equal('queued')
        listed.push(video.id)
      }
      expect(listed).to.deep.equal(ids.toReversed())
      const page = await send(`/v1/videos?limit=2&after=${ids[1]?.replace('video_', '')}`)
      expect(await page.json()).to.deep.include({ has_more: false, first_id: ids[0], last_id: ids[0] })
      for (const after of ['video_nonsense', '0198c0de-0000-7000-8000-000000000001']) {
        expect(await apiErrorOf(() => client.videos.list({ after }))).to.include({
          status: 400,
          code: 'invalid_cursor',
          param: 'after',
        })
      }
      expect((await send('/v1/videos?limit=101')).status).to.equal(422)
    })

    it('releases the hold when the video fails or is refused', async () => {
      for (const [model, code] of [
        ['sandbox/video-fail', 'generation_failed'],
        ['sandbox/video-refuse', 'content_policy_violation'],
      ] as const) {
        const { id } = await client.videos.create(videoOrder({ model }))
        await client.videos.retrieve(id)
        const failed = await client.videos.retrieve(id)
        expect(failed).to.include({ status: 'failed', progress: 50 })
        expect(failed.error?.code).to.equal(code)
        expect(await apiErrorOf(() => client.videos.downloadContent(id))).to.include({ status: 409 })
      }
      expect(await charges()).to.deep.equal([])
      expect(await customer.balance()).to.deep.include({ balance: '100.00', held: '0.00' })
    })

    it('refuses what is not offered before anything is held', async () => {
      const cases: readonly (readonly [object, number, string, string | null])[] = [
        [videoOrder({ seconds: '5' }), 400, 'unsupported_parameter', 'seconds'],
        [videoOrder({ seconds: '61' }), 422, 'validation_error', 'seconds'],
        [videoOrder({ size: 'large' }), 422, 'validation_error', 'size'],
        [videoOrder({ prompt: '' }), 422, 'validation_error', 'prompt'],
        [videoOrder({ prompt: 'x'.repeat(5001) }), 422, 'validation_error', 'prompt'],
        [{ prompt: 'x' }, 422, 'validation_error', 'model'],
        [videoOrder({ seed: -1 }), 422, 'validation_error', 'seed'],
        [videoOrder({ duration_seconds: 60 }), 400, 'unsupported_parameter', 'duration_seconds'],
        [videoOrder({ model: 'sandbox/echo' }), 400, 'unsupported_capability', 'model'],
        [videoOrder({ model: 'sandbox/none' }), 404, 'model_not_found', 'model'],
      ]
      for (const [body, status, code, param] of cases) {
        const response = await post('/v1/videos', body)
        const { error } = (await response.json()) as { error: object }
        expect([response.status, error], code).to.deep.include.members([status])
        expect(error).to.include({ code, param })
      }
      expect((await customer.balance()).held).to.equal('0.00')
      await use('10')
      const poor = await apiErrorOf(() => client.videos.create(videoOrder()))
      expect(poor).to.include({ status: 402, code: 'insufficient_balance' })
      const listed = await client.videos.list()
      expect(listed.data).to.deep.equal([])
    })

    it('hides the videos of others', async () => {
      const { id } = await client.videos.create(videoOrder())
      await use('0')
      for (const path of [
        `/v1/videos/${id}`,
        `/v1/videos/${id}/content`,
        `/v1/video/generations/${id}`,
        '/v1/videos/x',
      ]) {
        const response = await send(path)
        const { error } = (await response.json()) as { error: object }
        expect(response.status, path).to.equal(404)
        expect(error).to.include({ code: 'video_not_found' })
      }
    })

    it('charges once for 50 polls at the moment the video is finished', async () => {
      const { id } = await client.videos.create(videoOrder({ seconds: '8' }))
      await client.videos.retrieve(id)
      const all = await Promise.all(Array.from({ length: 50 }, () => client.videos.retrieve(id)))
      expect(new Set(all.map(({ status }) => status))).to.deep.equal(new Set(['completed']))
      expect(await charges()).to.deep.equal(['-40.00'])
    })

    it('serves the same jobs at the legacy address', async () => {
      const made = await post('/v1/video/generations', { model: 'sandbox/video', prompt: 'x', duration: 6 })
      expect(made.status).to.equal(202)
      const job = (await made.json()) as { id: string; job_id: string }
      expect(job).to.include({ object: 'video.generation', status: 'processing', id: `video_${job.job_id}` })
      const path = `/v1/video/generations/${job.job_id}`
      const read = async () => (await (await send(path)).json()) as Record<string, unknown>
      expect(await read()).to.include({ status: 'processing', progress: 50, download_url: null })
      const done = await read()
      expect(done).to.include({ status: 'completed', progress: 100, error: null })
      expect(done['download_url']).to.equal(`${gateway.url}${path}/download`)
      const file = await send(`${path}/download`)
      expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'video/mp4'])
      expect(await client.videos.retrieve(job.id)).to.include({ status: 'completed', seconds: '6' })
      expect(await charges()).to.deep.equal(['-30.00'])
    })

    it('continues a job after its process died, and charges it once', async () => {
      const { id } = await client.videos.create(videoOrder())
      await client.videos.retrieve(id)
      await gateway.end('SIGKILL')
      gateway = await world.start({ PORT: new URL(gateway.url).port })
      client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
      const states: string[] = []
      while (states.at(-1) !== 'completed' && states.length < 5) states.push((await client.videos.retrieve(id)).status)
      expect(states.at(-1)).to.equal('completed')
      expect(await charges()).to.deep.equal(['-20.00'])
      expect((await client.videos.downloadContent(id)).status).to.equal(200)
    })
  })
}
