import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import {
  CONVERSATIONS,
  messagesOf,
  openConversation,
  readGallery,
  readMessages,
} from '../../support/turns/conversation-answers.ts'
import type { Conversation, VideoGeneration } from '../../support/turns/conversation-answers.ts'
import { eventually } from '../../support/eventually.ts'
import type { Reply } from '../../support/accounts/front-end.ts'
import { WORLD_NAMES } from '../../support/gateway-worlds.ts'
import { bodyOf, personAt } from '../../support/accounts/person.ts'
import type { Person } from '../../support/accounts/person.ts'
import { VIDEO, startTokenWorld } from '../../support/turns/token-world.ts'
import type { TokenWorld } from '../../support/turns/token-world.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { answersJson, completion, gated } from '../../support/upstreams/upstream-scripts.ts'

/** One way to spend tokens: where, on what, at which price. */
interface Purchase {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly status: 200 | 201 | 202
  /** In tokens. */
  readonly price: number
  /** What the provider answers when all is well. */
  readonly answer: unknown
  /** A request for which the same key stays free, and how it is refused. */
  readonly refused: { readonly body: Readonly<Record<string, unknown>>; readonly as: readonly [number, string] }
}

const PURCHASES = ['a message', 'a dialogue', 'a text', 'an image', 'a video'] as const

const purchasesIn = (
  { id }: Conversation,
  imageThread: Conversation,
): Readonly<Record<(typeof PURCHASES)[number], Purchase>> => {
  const answer = completion({ content: 'well done' })
  const generations = '/v1/me/generations'
  const noTask = (prompt: string) => ({ body: { task: 'none', prompt }, as: [404, 'not_found'] }) as const
  return {
    'a message': {
      path: messagesOf(id),
      body: { content: 'say it well' },
      status: 201,
      price: 3,
      answer,
      // More than the model reads: that is seen after the key was claimed.
      refused: { body: { content: 'x'.repeat(1_000) }, as: [422, 'content'] },
    },
    'a dialogue': {
      path: '/v1/me/chat',
      body: { messages: [{ role: 'user', content: 'say it well' }] },
      status: 200,
      price: 1,
      answer,
      refused: { body: { conversation_id: imageThread.id, content: 'draw' }, as: [400, 'not_a_text_model'] },
    },
    'a text': {
      path: generations,
      body: { task: 'text', prompt: 'write it well', conversation_id: id },
      status: 201,
      price: 4,
      answer,
      refused: noTask('write'),
    },
    'an image': {
      path: generations,
      body: { task: 'image', prompt: 'paint it well', conversation_id: id },
      status: 201,
      price: 5,
      answer: { data: [{ b64_json: Buffer.from(TINY_PNG).toString('base64') }] },
      refused: noTask('draw'),
    },
    'a video': {
      path: '/v1/me/video-generations',
      body: { task: 'video', prompt: 'video it well', conversation_id: id },
      status: 202,
      price: 20,
      answer: { request_id: 'job-gated' },
      refused: { body: { task: 'image', prompt: 'film' }, as: [400, 'not_a_video_task'] },
    },
  }
}

for (const name of WORLD_NAMES) {
  describe(`What is bought with tokens under a key, on ${name}`, () => {
    let tokens: TokenWorld
    let anna: Person
    /** Anna at the other instance. */
    let elsewhere: Person
    let conversation: Conversation
    let purchases: Readonly<Record<(typeof PURCHASES)[number], Purchase>>

    const meet = async (balance: number): Promise<void> => {
      anna = await tokens.customer(balance)
      elsewhere = personAt(tokens.pages[1], anna.accessToken)
      await begin()
    }
    const begin = async (): Promise<void> => {
      conversation = await openConversation(anna, 'poet')
      purchases = purchasesIn(conversation, await openConversation(anna, 'scripted/painter'))
    }
    const outcome = ({ status, body }: Reply): unknown => {
      const detail = body['detail'] as readonly { loc: readonly string[] }[] | string
      return [status, body['code'] ?? (typeof detail === 'string' ? detail : detail[0]?.loc.at(-1))]
    }
    /** All that an order could leave behind. */
    const traces = async () => ({
      wallet: await anna.tokens(),
      movements: (await anna.movements()).length,
      messages: (await readMessages(anna, conversation.id)).length,
      gallery: (await readGallery(anna)).length,
      conversations: (await anna.get(CONVERSATIONS)).body['total'],
      orders: tokens.orders(),
    })
    const sameAgain = (first: Reply, second: Reply): void => {
      expect([second.status, second.text]).to.deep.equal([first.status, first.text])
      expect(second.headers.get('content-type')).to.equal(first.headers.get('content-type'))
      expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).to.deep.equal([null, 'true'])
    }

    before(async () => {
      tokens = await startTokenWorld(name)
    })
    after(async () => {
      await tokens.remove()
    })

    for (const what of PURCHASES) {
      describe(what, () => {
        let bought: Purchase

        before(() => meet(200))
        beforeEach(async () => {
          await begin()
          bought = purchases[what]
        })

        it('is answered again byte for byte, by any instance, and bought once', async () => {
          const key = randomUUID()
          const before = await anna.tokens()
          const first = await anna.order(bought.path, bought.body, key)
          expect(first.status, first.text).to.equal(bought.status)
          const after = await traces()
          expect(Number(before.available) - Number(after.wallet.available)).to.equal(bought.price)
          const turned = Object.fromEntries(Object.entries(bought.body).toReversed())
          sameAgain(first, await elsewhere.order(bought.path, bought.body, key))
          sameAgain(first, await anna.order(bought.path, { ...turned, images: null }, key))
          expect(await traces()).to.deep.equal(after)
          expect(
            outcome(await elsewhere.order(bought.path, { ...bought.body, ...other(bought.body) }, key)),
          ).to.deep.equal([422, 'idempotency_mismatch'])
          expect(await traces()).to.deep.equal(after)
        })

        it('is not tried again when it failed', async () => {
          const key = randomUUID()
          const before = await traces()
          tokens.upstream.next(answersJson({ error: { message: 'down' } }, 500))
          const first = await anna.order(bought.path, bought.body, key)
          expect(outcome(first)).to.deep.equal([502, 'generation_failed'])
          const asked = tokens.orders()
          expect(asked).to.be.above(before.orders)
          sameAgain(first, await elsewhere.order(bought.path, bought.body, key))
          expect(await traces()).to.deep.equal({ ...before, orders: asked })
          expect((await elsewhere.order(bought.path, bought.body, randomUUID())).status).to.equal(bought.status)
        })

        it('is answered as still running until it is finished', async () => {
          const key = randomUUID()
          const before = await traces()
          const gate = gated(answersJson(bought.answer))
          tokens.upstream.next(gate.script)
          const first = anna.order(bought.path, bought.body, key)
          await eventually(() => tokens.orders() > before.orders)
          for (const person of [anna, elsewhere]) {
            const early = await person.order(bought.path, bought.body, key)
            expect(outcome(early)).to.deep.equal([409, 'idempotency_in_progress'])
            expect(early.headers.get('retry-after')).to.match(/^[1-9]\d?$/)
          }
          const { balance, held, available } = await elsewhere.tokens()
          expect(balance).to.equal(before.wallet.balance)
          expect(Number(held) - Number(before.wallet.held)).to.equal(bought.price)
          expect(Number(before.wallet.available) - Number(available)).to.equal(bought.price)
          expect((await traces()).messages, 'nothing is shown of it yet').to.equal(before.messages)
          gate.open()
          const reply = await first
          expect(reply.status, reply.text).to.equal(bought.status)
          sameAgain(reply, await elsewhere.order(bought.path, bought.body, key))
          expect(tokens.orders()).to.equal(before.orders + 1)
        })

        it('is made for a client that disconnected, which gets it by its key', async () => {
          const key = randomUUID()
          const before = await traces()
          const gate = gated(answersJson(bought.answer))
          tokens.upstream.next(gate.script)
          const leaving = new AbortController()
          const left = anna.order(bought.path, bought.body, key, leaving.signal).catch(() => null)
          await eventually(() => tokens.orders() > before.orders)
          leaving.abort()
          expect(await left).to.equal(null)
          gate.open()
          let reply = await anna.order(bought.path, bought.body, key)
          await eventually(async () => {
            reply = await elsewhere.order(bought.path, bought.body, key)
            return reply.status !== 409
          })
          expect(reply.status, reply.text).to.equal(bought.status)
          expect(reply.headers.get('idempotency-replayed')).to.equal('true')
          const after = await traces()
          expect(after.orders).to.equal(before.orders + 1)
          expect(Number(before.wallet.available) - Number(after.wallet.available)).to.equal(bought.price)
        })

        it('needs a key', async () => {
          const before = await traces()
          for (const reply of [
            await anna.call('POST', bought.path, bought.body),
            await anna.order(bought.path, bought.body, ''),
          ]) {
            expect(reply.status).to.equal(422)
            const [problem] = reply.body['detail'] as readonly { loc: unknown }[]
            expect(problem?.loc).to.deep.equal(['header', 'idempotency-key'])
          }
          expect(await traces()).to.deep.equal(before)
        })

        it('is bought once by twenty requests at once, to both instances', async () => {
          const key = randomUUID()
          const before = await traces()
          const replies = await Promise.all(
            Array.from({ length: 20 }, (_, index) =>
              (index % 2 === 0 ? anna : elsewhere).order(bought.path, bought.body, key),
            ),
          )
          const answered = replies.filter(({ status }) => status === bought.status)
          expect(replies.filter(({ status }) => status !== bought.status).map(({ status }) => status)).to.deep.equal(
            Array(replies.length - answered.length).fill(409),
          )
          expect(new Set(answered.map(({ text }) => text))).to.have.property('size', 1)
          expect(answered.filter(({ headers }) => headers.get('idempotency-replayed') === null)).to.have.lengthOf(1)
          const after = await traces()
          expect(after.orders).to.equal(before.orders + 1)
          expect(after.messages).to.equal(what === 'a dialogue' ? 0 : 2)
        })

        it('leaves its key free when it was refused', async () => {
          await meet(0)
          bought = purchases[what]
          const key = randomUUID()
          const before = await traces()
          expect(outcome(await anna.order(bought.path, bought.refused.body, key))).to.deep.equal(bought.refused.as)
          expect(outcome(await anna.order(bought.path, bought.body, key))).to.deep.equal([402, 'insufficient_tokens'])
          expect(await traces()).to.deep.equal(before)
          await tokens.buy(anna, 50)
          const paid = await elsewhere.order(bought.path, bought.body, key)
          expect(paid.status, paid.text).to.equal(bought.status)
          expect(paid.headers.get('idempotency-replayed')).to.equal(null)
        })
      })
    }

    describe('a key', () => {
      it('belongs to one user, endpoint and conversation', async () => {
        await meet(50)
        const key = randomUUID()
        const otherUser = await tokens.customer(50)
        const second = await openConversation(anna, 'poet')
        const foreign = await openConversation(otherUser, 'poet')
        const replies = [
          ...(await Promise.all(
            PURCHASES.slice(0, 3).map((what) => anna.order(purchases[what].path, purchases[what].body, key)),
          )),
          await anna.order(messagesOf(second.id), purchases['a message'].body, key),
          await otherUser.order(messagesOf(foreign.id), purchases['a message'].body, key),
          await anna.order('/v1/billing/topup', { currency: 'TOKEN', amount: '10' }, key),
        ]
        expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).to.deep.equal(replies.map(() => null))
        expect(replies.map(({ status }) => status)).to.deep.equal([201, 200, 201, 201, 201, 201])
        expect(await anna.tokens()).to.include({ balance: '39', held: '0' })
      })

      it('still gets the recorded answer when its conversation was archived since', async () => {
        await meet(50)
        const [key, late] = [randomUUID(), randomUUID()]
        const { path, body } = purchases['a message']
        const first = await anna.order(path, body, key)
        await anna.call('POST', `${CONVERSATIONS}/${conversation.id}/archive`)
        sameAgain(first, await elsewhere.order(path, body, key))
        expect(outcome(await anna.order(path, body, late))).to.deep.equal([409, 'conversation_archived'])
        await elsewhere.call('POST', `${CONVERSATIONS}/${conversation.id}/unarchive`)
        expect((await anna.order(path, body, late)).headers.get('idempotency-replayed')).to.equal(null)
      })
    })

    describe('a top-up', () => {
      it('is answered again byte for byte, and credited once', async () => {
        await meet(0)
        const [key, path] = [randomUUID(), '/v1/billing/topup']
        expect((await anna.order(path, { currency: 'TOKEN', amount: '0' }, key)).status).to.equal(422)
        const body = { currency: 'TOKEN', amount: '25' }
        const first = await anna.order(path, body, key)
        const topUp = bodyOf<{ id: string }>(first, 201)
        expect(topUp).to.include({ status: 'pending', amount: '25' })
        sameAgain(first, await elsewhere.order(path, body, key))
        tokens.pay(topUp.id)
        expect(bodyOf(await anna.get(`/v1/billing/topups/${topUp.id}`), 200)).to.include({ status: 'succeeded' })
        sameAgain(first, await elsewhere.order(path, body, key))
        expect(outcome(await elsewhere.order(path, { ...body, amount: '26' }, key))).to.deep.equal([
          422,
          'idempotency_mismatch',
        ])
        expect((await anna.call('POST', path, body)).status).to.equal(422)
        expect(await elsewhere.tokens()).to.include({ balance: '25', held: '0' })
        expect((await anna.movements()).map(({ type, amount }) => [type, amount])).to.deep.equal([['topup', '25']])
      })
    })

    describe('a video, from its order to its end,', () => {
      const orderVideo = async (body: object): Promise<VideoGeneration> =>
        bodyOf(await anna.order('/v1/me/video-generations', body), 202)

      it('is charged once for fifty polls at once, of both instances, by either address', async () => {
        await meet(50)
        const { id, conversation_id: thread } = await orderVideo({ task: 'video', prompt: 'a boat' })
        expect(await anna.tokens()).to.include({ balance: '50', held: '20', available: '30' })
        const replies = await Promise.all(
          Array.from({ length: 50 }, (_, index) => {
            const person = index % 2 === 0 ? anna : elsewhere
            return index % 4 < 2
              ? person.call('POST', `${messagesOf(thread)}/${id}/poll`)
              : person.get(`/v1/me/video-generations/${id}`)
          }),
        )
        const seen = replies.map((reply) => bodyOf<VideoGeneration>(reply, 200))
        // Within three seconds the provider is asked once (contract 3): the others see what is stored by then.
        const isOver = ({ status }: VideoGeneration): boolean => status === 'done' || status === 'completed'
        expect(seen.some(isOver)).to.equal(true)
        for (const each of seen) {
          if (isOver(each)) expect(each.media[0]).to.include({ ...VIDEO, kind: 'video' })
          else {
            expect(each.status).to.be.oneOf(['pending', 'processing'])
            expect(each.media).to.deep.equal([])
          }
        }
        for (const person of [anna, elsewhere]) {
          const polled = await person.call('POST', `${messagesOf(thread)}/${id}/poll`)
          expect(bodyOf(polled, 200)).to.include({ status: 'done', charged: '20' })
        }
        expect(await anna.tokens()).to.include({ balance: '30', held: '0', available: '30' })
        const charges = (await anna.movements()).filter(({ type }) => type === 'charge')
        expect(charges.map(({ amount, reference }) => [amount, reference.id])).to.deep.equal([['-20', id]])
        expect(await readGallery(elsewhere)).to.have.lengthOf(1)
      })

      it('gives its tokens back once when it fails, whichever client polls it', async () => {
        await meet(50)
        const { id, conversation_id: thread } = await orderVideo({ task: 'video', prompt: 'a boat' })
        tokens.upstream.onModel('', answersJson({ status: 'failed', error: { code: 'x', message: 'It rained.' } }))
        try {
          const polls = [anna, elsewhere, anna].map((person) => person.call('POST', `${messagesOf(thread)}/${id}/poll`))
          const seen = (await Promise.all(polls)).map((reply) => bodyOf<{ status: string }>(reply, 200))
          expect(seen.map(({ status }) => status)).to.include('failed')
          for (const each of seen) {
            expect(each).to.deep.include({ charged: '0', media: [] })
            expect(each.status).to.be.oneOf(['failed', 'pending'])
          }
          for (const person of [anna, elsewhere]) {
            const polled = await person.call('POST', `${messagesOf(thread)}/${id}/poll`)
            expect(bodyOf(polled, 200)).to.deep.include({ status: 'failed', charged: '0', media: [] })
          }
        } finally {
          tokens.upstream.onModel('', tokens.videos)
        }
        expect(await anna.tokens()).to.include({ balance: '50', held: '0' })
        expect((await anna.movements()).map(({ type }) => type)).to.deep.equal(['topup'])
        const read = bodyOf<VideoGeneration>(await elsewhere.get(`/v1/me/video-generations/${id}`), 200)
        expect(read).to.deep.include({ status: 'failed', error: { code: 'generation_failed', message: 'It rained.' } })
      })

      it('keeps its tokens from being spent on anything else while it is made', async () => {
        await meet(24)
        const { id } = await orderVideo({ task: 'video', prompt: 'a boat' })
        const [text, image] = [purchases['a text'], purchases['an image']]
        expect(outcome(await elsewhere.order(image.path, image.body))).to.deep.equal([402, 'insufficient_tokens'])
        expect((await elsewhere.order(text.path, text.body)).status).to.equal(201)
        expect(await anna.tokens()).to.include({ balance: '20', held: '20', available: '0' })
        await elsewhere.get(`/v1/me/video-generations/${id}`)
        expect(await anna.tokens()).to.include({ balance: '0', held: '0', available: '0' })
      })

      it('priced by the second costs what was asked for', async () => {
        await meet(50)
        const { id } = await orderVideo({ task: 'video-by-length', prompt: 'a boat', seconds: 8 })
        expect(await anna.tokens()).to.include({ held: '24' })
        await anna.get(`/v1/me/video-generations/${id}`)
        expect(await elsewhere.tokens()).to.include({ balance: '26', held: '0' })
      })

      it('is no video of the public gateway', async () => {
        await meet(50)
        const { id } = await orderVideo({ task: 'video', prompt: 'a boat' })
        const made = bodyOf<{ key: string }>(await anna.call('POST', '/v1/me/api-keys', { name: 'test' }), 201)
        const [page] = tokens.pages
        expect((await page.call('GET', '/v1/videos', undefined, made.key)).body['data']).to.deep.equal([])
        for (const path of [`/v1/videos/${id}`, `/v1/video/generations/${id}`, `/v1/videos/${id}/content`]) {
          expect((await page.call('GET', path, undefined, made.key)).status, path).to.equal(404)
        }
      })
    })

    // A single process has no other instance that continues for it.
    const whereTwoServe = name === 'PostgreSQL' ? describe : () => undefined
    whereTwoServe('an instance that is stopped', () => {
      it('finishes its running turn, and the other instance continues', async () => {
        await meet(50)
        const [key, asked] = [randomUUID(), tokens.orders()]
        const { path, body, answer, status } = purchases['a message']
        const gate = gated(answersJson(answer))
        tokens.upstream.next(gate.script)
        const last = anna.order(path, body, key)
        await eventually(() => tokens.orders() > asked)
        const [instance] = tokens.instances
        const ended = instance.end('SIGTERM')
        await instance.printed(/"msg":"stopping"/)
        gate.open()
        const reply = await last
        expect(reply.status, reply.text).to.equal(status)
        expect(await ended).to.equal(0)
        sameAgain(reply, await elsewhere.order(path, body, key))
        expect(await elsewhere.tokens()).to.include({ balance: '47', held: '0' })
      })
    })

    describe('all of it together', () => {
      it('leaves a clean ledger', async () => {
        const { exit, stdout } = await tokens.world.audit()
        expect(exit, stdout).to.equal(0)
      })
    })
  })
}

/** The same request, but for its words. */
const other = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if ('messages' in body) return { messages: [{ role: 'user', content: 'say something else' }] }
  return 'content' in body ? { content: 'something else' } : { prompt: 'something else' }
}
