import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { customerAt, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

interface Message {
  readonly id: string
  readonly content: string
  readonly media: readonly { readonly url: string; readonly width: number }[]
  readonly created_at: number
}

interface Turn {
  readonly user_message: Message
  readonly assistant_message: Message
}

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'
const IMAGE = {
  type: 'base64',
  data: Buffer.from(sandboxPng('b', 40, 20)).toString('base64'),
  mime_type: 'image/png',
}

for (const name of WORLD_NAMES) {
  describe(`Text turns for tokens, on ${name}`, () => {
    let world: GatewayWorld
    let gateway: Pick<ServiceHere, 'url'>
    let service: ServiceHere
    let customer: Customer

    before(async () => {
      world = await WORLDS[name]()
      service = await world.serve({ SIGNUP_BONUS_TOKEN: '20' })
      gateway = service
    })
    after(() => world.remove())
    beforeEach(async () => {
      customer = await makeCustomer(gateway.url, '0')
    })

    const call = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${customer.accessToken}`, ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const read = async <A>(response: Response, status = 200): Promise<A> => {
      const text = await response.text()
      expect(response.status, text).to.equal(status)
      return JSON.parse(text) as A
    }
    const open = async (slug = 'sandbox/echo'): Promise<string> =>
      (await read<{ id: string }>(await call('/v1/me/conversations', { catalog_slug: slug }), 201)).id
    const send = (id: string, body: object, key: string = randomUUID()): Promise<Response> =>
      call(`/v1/me/conversations/${id}/messages`, body, { 'idempotency-key': key })
    const chat = (body: object, key: string = randomUUID()): Promise<Response> =>
      call('/v1/me/chat', body, { 'idempotency-key': key })
    const tokens = () => call('/v1/me/wallets/TOKEN').then((wallet) => read<{ held: string }>(wallet))
    const messagesIn = async (id: string) =>
      (await read<{ data: readonly Message[] }>(await call(`/v1/me/conversations/${id}/messages`))).data
    const locationOf = async (response: Response): Promise<readonly (string | number)[] | undefined> =>
      (await read<{ detail: readonly { loc: readonly (string | number)[] }[] }>(response, 422)).detail[0]?.loc

    it('answer in a conversation, charge and store both messages', async () => {
      const id = await open('sandbox-poet')
      const turn = await read<Turn>(await send(id, { content: 'There once was a boat', images: null }), 201)
      const { user_message: question, assistant_message: answer } = turn
      const facts = { conversation_id: id, status: 'done', media: [], error: null }
      expect(turn).to.deep.equal({
        user_message: { ...question, ...facts, role: 'user', content: 'There once was a boat', charged: null },
        assistant_message: { ...answer, ...facts, role: 'assistant', content: 'There once was a boat', charged: '1' },
        charged: '1',
        wallet: { currency: 'TOKEN', balance: '19', held: '0', available: '19' },
      })
      expect(await messagesIn(id)).to.deep.equal([question, answer])
      const [moved] = (await read<{ data: readonly object[] }>(await call('/v1/me/transactions?currency=TOKEN'))).data
      expect(moved).to.deep.include({ type: 'charge', amount: '-1', reference: { kind: 'message', id: answer.id } })
    })

    it('send images to the model, and store them with the message', async () => {
      const id = await open()
      const turn = await read<Turn>(await send(id, { content: 'what is this?', images: [IMAGE] }), 201)
      const [image] = turn.user_message.media
      expect(image?.width).to.equal(40)
      expect((await fetch(image?.url ?? '')).headers.get('content-type')).to.equal('image/png')
      const galleryOf = async (source: string): Promise<readonly Record<string, unknown>[]> =>
        (await read<{ data: Record<string, unknown>[] }>(await call(`/v1/me/gallery?source=${source}`))).data
      expect(await galleryOf('generated')).to.deep.equal([])
      const sent = await galleryOf('sent')
      expect(sent).to.have.lengthOf(1)
      expect(sent[0]).to.include({ message_id: turn.user_message.id, source: 'sent', prompt: 'what is this?' })
    })

    it('answer an inline history, and store nothing of it', async () => {
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ]
      const turn = await read<{ message: Message }>(await chat({ messages }))
      expect(turn).to.deep.equal({
        message: {
          id: turn.message.id,
          conversation_id: null,
          role: 'assistant',
          content: 'three',
          status: 'done',
          media: [],
          error: null,
          charged: '1',
          created_at: turn.message.created_at,
        },
        charged: '1',
        wallet: { currency: 'TOKEN', balance: '19', held: '0', available: '19' },
      })
    })

    it('answer in a stored conversation', async () => {
      const id = await open()
      const turn = await read<{ message: Message }>(await chat({ conversation_id: id, content: 'hello' }))
      expect((await messagesIn(id)).at(-1)).to.deep.equal(turn.message)
    })

    it('are executed once for a key, however many requests use it at once, and are answered again byte for byte', async () => {
      const [id, key, body] = [await open(), randomUUID(), { content: 'hello' }]
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(id, body, key)))
      const bodies = await Promise.all(answers.filter(({ status }) => status === 201).map((answer) => answer.text()))
      for (const { status, headers } of answers.filter((answer) => answer.status !== 201)) {
        expect([status, headers.get('retry-after')]).to.deep.equal([409, '2'])
      }
      const again = await send(id, { images: null, ...body }, key)
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true'])
      expect(new Set([...bodies, await again.text()])).to.have.lengthOf(1)
      expect(await messagesIn(id)).to.have.lengthOf(2)
      expect(await tokens()).to.deep.include({ balance: '19', held: '0' })
      expect(await read(await send(id, { content: 'other' }, key), 422)).to.have.property(
        'code',
        'idempotency_mismatch',
      )
      await read(await call(`/v1/me/conversations/${id}/archive`, {}))
      expect((await send(id, body, key)).status, 'an archive is no hindrance to a repetition').to.equal(201)
    })

    it('that fail cost nothing, store nothing and stay failed', async () => {
      for (const slug of ['sandbox/error', 'sandbox/cut', 'sandbox/refuse']) {
        const [id, key] = [await open(slug), randomUUID()]
        const [first, second] = [await send(id, { content: 'hi' }, key), await send(id, { content: 'hi' }, key)]
        expect(second.headers.get('idempotency-replayed')).to.equal('true')
        expect(await read(first, 502)).to.deep.equal(await read(second, 502))
        expect(await messagesIn(id)).to.deep.equal([])
      }
      expect(await tokens()).to.deep.include({ balance: '20', held: '0' })
    })

    it('are refused with the reason, and cost nothing', async () => {
      const [id, archived, imageThread] = [await open(), await open(), await open('sandbox/image')]
      await read(await call(`/v1/me/conversations/${archived}/archive`, {}))
      const codes: readonly (readonly [string, object, number, string])[] = [
        [UNKNOWN_ID, {}, 404, 'not_found'],
        [archived, {}, 409, 'conversation_archived'],
        [imageThread, {}, 400, 'not_a_text_model'],
        [id, { images: [{ type: 'url', data: 'http://127.0.0.1/x.png' }] }, 400, 'unsafe_url'],
        [id, { images: [{ ...IMAGE, data: 'aGk=' }] }, 400, 'invalid_image'],
      ]
      for (const [conversation, given, status, code] of codes) {
        const answer = await send(conversation, { content: 'hi', ...given })
        expect(await read(answer, status)).to.have.property('code', code)
      }
      for (const content of ['', 'a'.repeat(32_001), 7]) {
        expect(await locationOf(await send(id, { content }))).to.deep.equal(['body', 'content'])
      }
      const keyless = await call(`/v1/me/conversations/${id}/messages`, { content: 'hi' })
      expect(await locationOf(keyless)).to.deep.equal(['header', 'idempotency-key'])
      const line = { role: 'user', content: 'hi' }
      const forms: readonly (readonly [object, readonly (string | number)[]])[] = [
        [{}, ['body', 'messages']],
        [{ messages: [] }, ['body', 'messages']],
        [{ messages: [line, { role: 'assistant', content: 'hi' }] }, ['body', 'messages', 1, 'role']],
        [{ messages: [{ role: 'tool', content: 'hi' }] }, ['body', 'messages', 0, 'role']],
        [{ messages: [{ role: 'user', content: '' }] }, ['body', 'messages', 0, 'content']],
        [{ messages: [line], conversation_id: id }, ['body', 'conversation_id']],
        [{ messages: [line], content: 'hi' }, ['body', 'content']],
        [{ conversation_id: id }, ['body', 'content']],
        [{ content: 'hi' }, ['body', 'conversation_id']],
      ]
      for (const [body, loc] of forms) expect(await locationOf(await chat(body))).to.deep.equal(loc)
      expect(await tokens()).to.deep.include({ balance: '20', held: '0' })
    })

    it('accept the longest message that is allowed', async () => {
      await read(await send(await open(), { content: '😀'.repeat(32_000) }), 201)
    })

    it('are refused when the tokens are spent, and leave their key free', async () => {
      const id = await open()
      const answers = await Promise.all(Array.from({ length: 25 }, () => send(id, { content: 'hi' })))
      expect(answers.filter(({ status }) => status === 201)).to.have.lengthOf(20)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(await read(answer, 402)).to.have.property('code', 'insufficient_tokens')
      }
      const key = randomUUID()
      await read(await chat({ conversation_id: id, content: 'hi' }, key), 402)
      const bought = { currency: 'TOKEN', amount: '5' }
      await read(await call('/v1/billing/topup', bought, { 'idempotency-key': randomUUID() }), 201)
      await read(await chat({ conversation_id: id, content: 'hi' }, key))
      expect(await tokens()).to.deep.include({ balance: '4', held: '0' })
      expect(await messagesIn(id)).to.have.lengthOf(42)
    })

    // Elsewhere another process may still be alive and the leases decide.
    if (name === 'the embedded database') {
      it('that were running in a killed process have failed, and their tokens are given back', async () => {
        await service.stop()
        const killed = await world.start({ SIGNUP_BONUS_TOKEN: '20' })
        gateway = killed
        customer = customerAt(gateway.url, customer)
        const [id, key] = [await open('sandbox/hang'), randomUUID()]
        const hanging = send(id, { content: 'hi' }, key).catch(() => null)
        await eventually(async () => (await tokens()).held === '1')
        await killed.end('SIGKILL')
        expect(await hanging).to.equal(null)
        service = await world.serve({ SIGNUP_BONUS_TOKEN: '20' })
        gateway = service
        customer = customerAt(gateway.url, customer)
        expect(await read(await send(id, { content: 'hi' }, key), 502)).to.have.property('code', 'generation_failed')
        await eventually(async () => (await tokens()).held === '0')
        expect(await tokens()).to.deep.include({ balance: '20' })
        expect(await messagesIn(id)).to.deep.equal([])
      })
    }

    it('leave a clean ledger', async () => {
      await service.stop()
      expect(await world.audit()).to.include({ exit: 0, stderr: '' })
    })
  })
}
