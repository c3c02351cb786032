import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import {
  type Conversation,
  messagesOf,
  openConversation,
  readGallery,
  readMessages,
  type VideoGeneration,
} from '../support/conversation-answers.ts'
import { eventually } from '../support/eventually.ts'
import type { Reply } from '../support/front-end.ts'
import { bodyOf, type Person, personAt } from '../support/person.ts'
import { startTokenWorld, type TokenWorld } from '../support/token-world.ts'
import { hangs } from '../support/upstream-scripts.ts'

interface Order {
  readonly path: string
  readonly body: object
  readonly key: string
}

/** With one process at a time its successor knows at once that it is dead; elsewhere only the leases tell. */
describe('A killed process that was spending tokens, on the embedded database', () => {
  let tokens: TokenWorld
  let anna: Person
  let conversation: Conversation
  let film: VideoGeneration
  let orders: readonly Order[]
  let answered: { readonly order: Order; readonly reply: Reply }

  before(async function () {
    this.timeout(120_000)
    tokens = await startTokenWorld('the embedded database')
    anna = await tokens.customer(100)
    conversation = await openConversation(anna, 'poet')
    const into = { prompt: 'lost', conversation_id: conversation.id }
    const order = (path: string, body: object): Order => ({ path, body, key: randomUUID() })
    orders = [
      order(messagesOf(conversation.id), { content: 'lost' }),
      order('/v1/me/chat', { messages: [{ role: 'user', content: 'lost' }] }),
      order('/v1/me/generations', { task: 'picture', ...into }),
      order('/v1/me/video-generations', { task: 'film', ...into }),
    ]
    const first = order(messagesOf(conversation.id), { content: 'before' })
    answered = { order: first, reply: await anna.order(first.path, first.body, first.key) }
    film = bodyOf(await anna.order('/v1/me/video-generations', { task: 'film', prompt: 'kept' }), 202)

    const asked = tokens.orders()
    tokens.upstream.next(...orders.map(() => hangs()))
    const lost = orders.map(({ path, body, key }) => anna.order(path, body, key).catch(() => null))
    await eventually(() => tokens.orders() === asked + orders.length, 20_000)
    expect(await anna.tokens()).to.include({ balance: '97', held: '49' })
    await tokens.kill()
    expect(await Promise.all(lost)).to.deep.equal(orders.map(() => null))
    await tokens.restart()
    anna = personAt(tokens.pages[0], anna.accessToken)
  })
  after(() => tokens.remove())

  it('gives back what it held, but for the film that its vendor goes on making', async () => {
    await eventually(async () => (await anna.tokens()).held === '20', 5_000)
    expect(await anna.tokens()).to.include({ balance: '97', held: '20' })
  })

  it('leaves nothing of what it had begun', async () => {
    const messages = await readMessages(anna, conversation.id)
    expect(messages.map(({ content }) => content)).to.deep.equal(['before', 'before'])
    expect(await readGallery(anna)).to.deep.equal([])
  })

  it('is answered for by a failure, and nothing is done again', async () => {
    const asked = tokens.orders()
    for (const { path, body, key } of orders) {
      for (const reply of [await anna.order(path, body, key), await anna.order(path, body, key)]) {
        expect([reply.status, reply.body['code']], path).to.deep.equal([502, 'generation_failed'])
      }
    }
    expect(tokens.orders()).to.equal(asked)
    expect(await anna.tokens()).to.include({ balance: '97', held: '20' })
  })

  it('keeps the answers it had given', async () => {
    const { order, reply } = answered
    const again = await anna.order(order.path, order.body, order.key)
    expect([again.status, again.text]).to.deep.equal([201, reply.text])
    expect(again.headers.get('idempotency-replayed')).to.equal('true')
  })

  it('has its film finished by whoever polls it next', async () => {
    const polled = await anna.call('POST', `${messagesOf(film.conversation_id)}/${film.id}/poll`)
    expect(bodyOf(polled, 200)).to.include({ status: 'done', charged: '20' })
    expect(await anna.tokens()).to.include({ balance: '77', held: '0' })
    expect(await readGallery(anna)).to.have.lengthOf(1)
  })

  it('leaves a conversation that goes on', async function () {
    this.timeout(30_000)
    const reply = await anna.order(messagesOf(conversation.id), { content: 'after' })
    expect(reply.status, reply.text).to.equal(201)
    expect((await anna.movements()).map(({ amount }) => amount)).to.deep.equal(['100', '-3', '-20', '-3'])
    const { exit, stdout } = await tokens.world.audit()
    expect(exit, stdout).to.equal(0)
  })
})
