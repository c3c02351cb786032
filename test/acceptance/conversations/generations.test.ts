import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { imageSize } from '../../../src/domain/media/image-size.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

interface Media {
  readonly width: number
  readonly height: number
  readonly url: string
  readonly thumbnail_url: string
}

interface Generation {
  readonly id: string
  readonly conversation_id: string
  readonly media: readonly [Media]
  readonly created_at: number
}

const GIVEN = Buffer.from(sandboxPng('b', 40, 20)).toString('base64')
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

for (const name of WORLD_NAMES) {
  describe(`Generations for tokens, on ${name}`, () => {
    let world: GatewayWorld
    let gateway: ServiceHere
    let customer: Customer

    before(async () => {
      world = await WORLDS[name]()
      gateway = await world.serve({ SIGNUP_BONUS_TOKEN: '20' })
    })
    after(() => world.remove())
    beforeEach(async () => {
      customer = await makeCustomer(gateway.url, '0')
    })

    const bearer = () => ({ authorization: `Bearer ${customer.accessToken}` })
    const call = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...bearer(), ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const generate = (body: object, key: string = randomUUID()): Promise<Response> =>
      call('/v1/me/generations', body, { 'idempotency-key': key })
    const read = async <A>(response: Response, status = 200): Promise<A> => {
      const text = await response.text()
      expect(response.status, text).to.equal(status)
      return JSON.parse(text) as A
    }
    const open = async (): Promise<string> =>
      (await read<{ id: string }>(await call('/v1/me/conversations', { catalog_slug: 'sandbox/echo' }), 201)).id
    const tokens = () => call('/v1/me/wallets/TOKEN').then((wallet) => read<object>(wallet))
    const listed = async (path: string) =>
      (await read<{ data: readonly Readonly<Record<string, unknown>>[] }>(await call(path))).data

    it('generate an image, which is charged, stored, shown in the gallery and readable at its address', async () => {
      const made = await read<Generation>(await generate({ task: 'sandbox-image', prompt: 'a red boat' }), 201)
      const [image] = made.media
      expect(made).to.deep.equal({
        id: made.id,
        task: 'sandbox-image',
        kind: 'image',
        status: 'succeeded',
        conversation_id: made.conversation_id,
        message_id: made.id,
        text: null,
        media: [
          {
            idx: 0,
            kind: 'image',
            mime_type: 'image/png',
            width: 1024,
            height: 1024,
            url: image.url,
            thumbnail_url: image.thumbnail_url,
            seconds: null,
          },
        ],
        charged: '5',
        wallet: { currency: 'TOKEN', balance: '15', held: '0', available: '15' },
        created_at: made.created_at,
      })
      const file = await fetch(image.url)
      expect(imageSize(new Uint8Array(await file.arrayBuffer()))).to.deep.equal({ width: 1024, height: 1024 })
      const [conversation] = await listed('/v1/me/conversations')
      expect(conversation).to.deep.include({ id: made.conversation_id, title: 'a red boat', kind: 'image' })
      const [question, answer] = await listed(`/v1/me/conversations/${made.conversation_id}/messages`)
      expect([question?.['content'], answer?.['id'], answer?.['charged']]).to.deep.equal(['a red boat', made.id, '5'])
      expect((await listed('/v1/me/gallery')).map(({ message_id: id }) => id)).to.deep.equal([made.id])
    })

    it('edit an image with the requested size, in an existing conversation', async () => {
      const id = await open()
      const images = [{ type: 'base64', data: GIVEN, mime_type: 'image/png' }]
      const order = { task: 'sandbox-image-edit', prompt: 'at night', conversation_id: id, images }
      const made = await read<Generation>(await generate({ ...order, parameters: { size: '64x32' } }), 201)
      expect(made).to.deep.include({ conversation_id: id, charged: '6' })
      expect(made.media[0]).to.deep.include({ width: 64, height: 32 })
      const [question] = await listed(`/v1/me/conversations/${id}/messages`)
      expect(question?.['media']).to.have.nested.property('[0].width', 40)
      const shown = (await listed('/v1/me/gallery')).map(({ message_id: of, source }) => [of, source])
      expect(shown).to.deep.equal([
        [made.id, 'generated'],
        [question?.['id'], 'sent'],
      ])
    })

    it('write a text', async () => {
      const order = { task: 'chat', prompt: 'There once was a boat', parameters: { temperature: 0.5, max_tokens: 100 } }
      expect(await read(await generate(order), 201)).to.deep.include({
        kind: 'text',
        text: 'There once was a boat',
        media: [],
        charged: '1',
      })
    })

    it('are executed once for a key, however many requests use it at once', async () => {
      const [order, key] = [{ task: 'sandbox-image', prompt: 'a boat' }, randomUUID()]
      const answers = await Promise.all(Array.from({ length: 20 }, () => generate(order, key)))
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].every((status) => status === 201 || status === 409)).to.equal(true)
      const bodies = await Promise.all(answers.filter(({ status }) => status === 201).map((answer) => answer.text()))
      const again = await generate({ parameters: null, ...order, unknown: 1 }, key)
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect([...new Set([...bodies, await again.text()])]).to.have.lengthOf(1)
      expect(await tokens()).to.deep.include({ balance: '15', held: '0' })
      expect(await listed('/v1/me/conversations')).to.have.lengthOf(1)
      const other = await generate({ ...order, prompt: 'a ship' }, key)
      expect(await read(other, 422)).to.have.property('code', 'idempotency_mismatch')
      // What stands in the parameters goes on to the model.
      const more = await generate({ ...order, parameters: { unknown: 1 } }, key)
      expect(await read(more, 422)).to.have.property('code', 'idempotency_mismatch')
    })

    it('stand in their conversation as question and answer, however many run in it at once', async () => {
      const id = await open()
      const prompts = Array.from({ length: 10 }, (_, index) => `line ${index}`)
      const made = prompts.map((prompt) => generate({ task: 'chat', prompt, conversation_id: id }))
      for (const answer of await Promise.all(made)) await read(answer, 201)
      const messages = await listed(`/v1/me/conversations/${id}/messages`)
      const contents = messages.map(({ role, content }) => `${String(role)}: ${String(content)}`)
      const questions = contents.filter((_, index) => index % 2 === 0)
      expect(questions.toSorted()).to.deep.equal(prompts.map((prompt) => `user: ${prompt}`))
      expect(contents.filter((_, index) => index % 2 === 1)).to.deep.equal(
        questions.map((question) => question.replace('user', 'assistant')),
      )
      expect(await tokens()).to.deep.include({ balance: '10', held: '0' })
    })

    it('that fail cost nothing, store nothing and stay failed', async () => {
      const [order, key] = [{ task: 'sandbox-fail', prompt: 'anything' }, randomUUID()]
      const [first, second] = [await generate(order, key), await generate(order, key)]
      expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).to.deep.equal([
        null,
        'true',
      ])
      expect(await read(first, 502)).to.have.property('code', 'generation_failed')
      expect(await read(second, 502)).to.have.property('code', 'generation_failed')
      expect(await tokens()).to.deep.include({ balance: '20', held: '0' })
      expect(await listed('/v1/me/conversations')).to.deep.equal([])
    })

    it('are refused with the reason, and cost nothing', async () => {
      const archived = await open()
      await read(await call(`/v1/me/conversations/${archived}/archive`, {}))
      const codes: readonly (readonly [object, number, string])[] = [
        [{ conversation_id: UNKNOWN_ID }, 404, 'not_found'],
        [{ conversation_id: archived }, 409, 'conversation_archived'],
        [{ images: [{ type: 'url', data: 'http://127.0.0.1/x.png' }], task: 'chat' }, 400, 'unsafe_url'],
      ]
      for (const [given, status, code] of codes) {
        const answer = await generate({ task: 'sandbox-image', prompt: 'a boat', ...given })
        expect(await read(answer, status)).to.have.property('code', code)
      }
      const noTask = await read(await generate({ task: 'none', prompt: 'a boat' }), 404)
      expect(noTask).to.deep.equal({ detail: 'The catalogue has no task of this name.', code: 'not_found' })
      const places: readonly (readonly [object, readonly string[]])[] = [
        [{ task: 'sandbox-video' }, ['body', 'task']],
        [{ images: [{ type: 'base64', data: GIVEN, mime_type: 'image/png' }] }, ['body', 'images']],
        [{ parameters: { n: 2 } }, ['body', 'parameters', 'n']],
        [{ parameters: { size: 7 } }, ['body', 'parameters', 'size']],
        [{ task: 'chat', parameters: { temperature: 'hot' } }, ['body', 'parameters', 'temperature']],
        [{ task: 'chat', parameters: { max_tokens: 32_000 } }, ['body', 'parameters', 'max_tokens']],
        [{ prompt: '' }, ['body', 'prompt']],
        [{ prompt: 'a'.repeat(32_001) }, ['body', 'prompt']],
        [{ conversation_id: 'x' }, ['body', 'conversation_id']],
      ]
      for (const [given, loc] of places) {
        const answer = await generate({ task: 'sandbox-image', prompt: 'a boat', ...given })
        expect(await read(answer, 422))
          .to.have.nested.property('detail[0].loc')
          .that.deep.equals(loc)
      }
      const keyless = await call('/v1/me/generations', { task: 'sandbox-image', prompt: 'a boat' })
      const inHeader = ['header', 'idempotency-key']
      expect(await read(keyless, 422))
        .to.have.nested.property('detail[0].loc')
        .that.deep.equals(inHeader)
      expect(await tokens()).to.deep.include({ balance: '20', held: '0' })
    })

    it('are refused when the tokens are spent', async () => {
      for (let made = 0; made < 4; made += 1) {
        await read(await generate({ task: 'sandbox-image', prompt: 'a boat' }), 201)
      }
      const [order, key] = [{ task: 'sandbox-image', prompt: 'a boat' }, randomUUID()]
      expect(await read(await generate(order, key), 402)).to.have.property('code', 'insufficient_tokens')
      // Nothing was recorded, so the key is good for the same order once there are tokens.
      expect(await read(await generate(order, key), 402)).to.have.property('code', 'insufficient_tokens')
      expect(await tokens()).to.deep.include({ balance: '0', held: '0' })
    })

    it('leave a clean ledger', async () => {
      await gateway.stop()
      expect(await world.audit()).to.include({ exit: 0, stderr: '' })
    })
  })
}
