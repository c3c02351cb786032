import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import {
  CONVERSATIONS,
  messagesOf,
  openConversation,
  pathOf,
  readGallery,
  readMessages,
} from '../../support/turns/conversation-answers.ts'
import type {
  Conversation,
  ConversationTurn,
  GalleryItem,
  GalleryPage,
  Generation,
} from '../../support/turns/conversation-answers.ts'
import type { Reply } from '../../support/accounts/front-end.ts'
import { bodyOf, personAt } from '../../support/accounts/person.ts'
import type { Person } from '../../support/accounts/person.ts'
import type { ReceivedRequest } from '../../support/upstreams/scripted-upstream.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { ANSWER_TOKENS, CONTEXT_TOKENS, startTokenWorld, SYSTEM_PROMPT } from '../../support/turns/token-world.ts'
import type { TokenWorld } from '../../support/turns/token-world.ts'

interface Sent {
  readonly role: string
  readonly content: unknown
}

/** The messages that one request sent to the provider. */
const sentMessages = ({ body }: ReceivedRequest): readonly Sent[] =>
  (body['messages'] as readonly Sent[]).map(({ role, content }) => ({ role, content }))

const PNG_BASE64 = Buffer.from(TINY_PNG).toString('base64')
const PNG = { type: 'base64', mime_type: 'image/png', data: PNG_BASE64 } as const

/** Two instances serve it, so what many do at once they do at both. */
describe('A conversation within its limits, whose answers all match the API document', () => {
  let tokens: TokenWorld
  let anna: Person

  before(async () => {
    tokens = await startTokenWorld('PostgreSQL')
    anna = await tokens.customer(5000)
  })
  after(() => tokens.remove())

  const say = (id: string, body: object): Promise<Reply> => anna.order(messagesOf(id), body)
  const generate = async (prompt: string): Promise<Generation> =>
    bodyOf(await anna.order('/v1/me/generations', { task: 'image', prompt }), 201)
  /** The status, the code if there is one, and the place of the first problem. */
  const refusal = ({ status, body }: Reply): string => {
    const { detail, code } = body as { detail: readonly { loc: readonly string[] }[] | string; code?: string }
    return `${status} ${typeof detail === 'string' ? (code ?? detail) : detail[0]?.loc.join('.')}`
  }
  const costsNothing = async (work: () => Promise<void>): Promise<void> => {
    const [before, orders] = [await anna.tokens(), tokens.orders()]
    await work()
    expect(await anna.tokens()).to.deep.equal(before)
    expect(tokens.orders(), 'no provider was asked').to.equal(orders)
  }

  describe('what is sent to the model', () => {
    const TURNS = 60
    const lineOf = (turn: number): string => `turn ${turn}, `.padEnd(90, 'and so on ')

    it('is the prompt of the template and as many of the newest messages as fit', async () => {
      const { id } = await openConversation(anna, 'poet')
      const from = tokens.upstream.requests.length
      for (let turn = 1; turn <= TURNS; turn += 1) {
        expect(bodyOf<ConversationTurn>(await say(id, { content: lineOf(turn) }), 201).charged).to.equal('3')
      }
      const history = (await readMessages(anna, id)).map(({ role, content }) => ({ role, content }))
      const requests = tokens.upstream.requests.slice(from)
      expect(requests).to.have.lengthOf(TURNS)
      const windows = requests.map(sentMessages)
      for (const [index, [instructions, ...window]] of windows.entries()) {
        expect(instructions).to.deep.equal({ role: 'system', content: SYSTEM_PROMPT })
        expect(window[0]?.role, 'it begins with the user').to.equal('user')
        const until = history.slice(0, 2 * index + 1)
        expect(window, `turn ${index + 1}`).to.deep.equal(until.slice(-window.length))
        const bytes = window.reduce((sum, { content }) => sum + String(content).length, SYSTEM_PROMPT.length)
        expect(bytes).to.be.at.most((CONTEXT_TOKENS - ANSWER_TOKENS) * 3)
      }
      const lengths = windows.map(({ length }) => length - 1)
      expect(lengths.slice(0, 3), 'at first all').to.deep.equal([1, 3, 5])
      const [longest = 0] = lengths.slice(-1)
      expect(longest, 'at last the newest few').to.be.within(5, 9)
      expect(new Set(lengths.slice(10))).to.deep.equal(new Set([longest]))
      expect(requests.at(-1)?.body['max_tokens']).to.equal(ANSWER_TOKENS)
    })

    it('is nothing when one message alone does not fit', async () => {
      const { id } = await openConversation(anna, 'scripted/talker')
      await costsNothing(async () => {
        expect(refusal(await say(id, { content: 'x'.repeat(1_000) }))).to.equal('422 body.content')
      })
      expect(bodyOf<ConversationTurn>(await say(id, { content: 'x'.repeat(800) }), 201).charged).to.equal('2')
    })

    it('has the images of a message, in its turn and in later ones', async () => {
      const { id } = await openConversation(anna, 'poet')
      const [made, sent] = await Promise.all(
        ['generated', 'sent'].map((source) => readGallery(anna, `source=${source}`)),
      )
      const turn = bodyOf<ConversationTurn>(await say(id, { content: 'what is this?', images: [PNG] }), 201)
      bodyOf(await say(id, { content: 'and its colour?' }), 201)
      const looking = [
        { type: 'text', text: 'what is this?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG_BASE64}` } },
      ]
      const [first = [], second = []] = tokens.upstream.requests.slice(-2).map(sentMessages)
      expect(first.at(-1)).to.deep.equal({ role: 'user', content: looking })
      expect(second[1]).to.deep.equal({ role: 'user', content: looking })
      expect(turn.user_message.media).to.have.lengthOf(1)
      expect(turn.user_message.media[0]).to.include({ kind: 'image', width: 1, height: 1 })
      const [page] = tokens.pages
      const { bytes } = await page.file(pathOf(turn.user_message.media[0]?.url ?? ''))
      expect(Buffer.compare(bytes, TINY_PNG)).to.equal(0)
      expect(await readGallery(anna, 'source=generated'), 'it was not made').to.deep.equal(made)
      const [shown, ...others] = await readGallery(anna, 'source=sent')
      expect(shown).to.include({ message_id: turn.user_message.id, source: 'sent' })
      expect(others).to.have.lengthOf(sent?.length ?? 0)
    })

    it('is nothing when an image cannot be fetched, or the model cannot read it', async () => {
      const seeing = (await openConversation(anna, 'poet')).id
      const blind = (await openConversation(anna, 'scripted/reader')).id
      const content = 'what is this?'
      const at = (url: string) => ({ content, images: [{ type: 'url', data: url }] })
      await costsNothing(async () => {
        expect(refusal(await say(blind, { content, images: [PNG] }))).to.equal('422 body.images')
        expect(refusal(await say(seeing, { content, images: [{ ...PNG, data: 'aGk=' }] }))).to.equal(
          '400 invalid_image',
        )
        expect(refusal(await say(seeing, at('http://127.0.0.1/x.png')))).to.equal('400 unsafe_url')
        expect(refusal(await say(seeing, at('file:///etc/passwd')))).to.equal('400 unsafe_url')
        expect(refusal(await say(seeing, { content, images: Array(17).fill(PNG) }))).to.equal('422 body.images')
        expect(refusal(await say(seeing, { content, images: [{ type: 'base64', data: 'aGk=' }] }))).to.match(
          /^422 body\.images\.0/,
        )
      })
      expect(await readMessages(anna, seeing)).to.deep.equal([])
      bodyOf(await say(blind, { content, images: [] }), 201)
    })
  })

  describe('what a user may send', () => {
    const SMILE = '\u{1F600}'

    it('is counted in characters, whatever number of bytes they have', async () => {
      const { id } = await openConversation(anna, 'scripted/reader')
      for (const content of ['x'.repeat(32_000), SMILE.repeat(32_000), 'x']) {
        const turn = bodyOf<ConversationTurn>(await say(id, { content }), 201)
        expect(turn.user_message.content).to.equal(content)
      }
      const before = await readMessages(anna, id)
      await costsNothing(async () => {
        for (const content of ['x'.repeat(32_001), SMILE.repeat(32_001), '', null, 7, undefined]) {
          expect(refusal(await say(id, { content }))).to.equal('422 body.content')
        }
        const orderVideo = { task: 'video', prompt: 'x'.repeat(5_001) }
        expect(refusal(await anna.order('/v1/me/video-generations', orderVideo))).to.equal('422 body.prompt')
        const image = { task: 'image', prompt: SMILE.repeat(32_001) }
        expect(refusal(await anna.order('/v1/me/generations', image))).to.equal('422 body.prompt')
        const long = [{ role: 'user', content: 'x'.repeat(32_001) }]
        expect(refusal(await anna.order('/v1/me/chat', { messages: long }))).to.equal('422 body.messages.0.content')
      })
      expect(await readMessages(anna, id)).to.deep.equal(before)
    })

    it('is no request that costs the operator more than the user pays', async () => {
      const refused: readonly (readonly [string, object, string])[] = [
        ['text', { parameters: { n: 2 } }, 'n'],
        ['text', { parameters: { seed: 7, max_tokens: ANSWER_TOKENS + 1 } }, 'max_tokens'],
        ['text', { parameters: { model: 'scripted/reader' } }, 'model'],
        ['text', { parameters: { temperature: 'hot' } }, 'temperature'],
        ['image', { parameters: { n: 3 } }, 'n'],
        ['image', { parameters: { mask: 'x' } }, 'mask'],
      ]
      await costsNothing(async () => {
        for (const [task, given, field] of refused) {
          const reply = await anna.order('/v1/me/generations', { task, prompt: 'more', ...given })
          expect(refusal(reply), JSON.stringify(given)).to.equal(`422 body.parameters.${field}`)
        }
        const orderVideo = (given: object) =>
          anna.order('/v1/me/video-generations', { task: 'video', prompt: 'more', ...given })
        expect(refusal(await orderVideo({ seconds: 8 }))).to.equal('422 body.seconds')
        expect(refusal(await orderVideo({ seconds: 61 }))).to.equal('422 body.seconds')
        expect(refusal(await orderVideo({ image: PNG, images: [PNG] }))).to.equal('422 body.images')
        const asImage = { task: 'video', prompt: 'more' }
        expect(refusal(await anna.order('/v1/me/generations', asImage))).to.equal('422 body.task')
      })
      const cheaper = { seed: 7, max_tokens: ANSWER_TOKENS - 1 }
      const less = { task: 'text', prompt: 'less', parameters: cheaper }
      expect(bodyOf<Generation>(await anna.order('/v1/me/generations', less), 201).charged).to.equal('4')
      expect(tokens.upstream.requests.at(-1)?.body).to.include(cheaper)
    })

    it('is exactly one of an inline history and a stored conversation', async () => {
      const { id } = await openConversation(anna, 'poet')
      const messages = [{ role: 'user', content: 'one' }]
      const wrong: readonly (readonly [object, string])[] = [
        [{}, 'messages'],
        [{ messages: [] }, 'messages'],
        [{ messages, content: 'one' }, 'content'],
        [{ messages, conversation_id: id, content: 'one' }, 'conversation_id'],
        [{ conversation_id: id }, 'content'],
        [{ content: 'one' }, 'conversation_id'],
        [{ messages: [...messages, { role: 'assistant', content: 'two' }] }, 'messages.1.role'],
        [{ messages: [{ role: 'tool', content: 'one' }] }, 'messages.0.role'],
      ]
      await costsNothing(async () => {
        for (const [body, field] of wrong) {
          expect(refusal(await anna.order('/v1/me/chat', body)), JSON.stringify(body)).to.equal(`422 body.${field}`)
        }
      })
    })

    it('stores each answer directly after its question when many turns run at once', async () => {
      const { id } = await openConversation(anna, 'scripted/reader')
      const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`)
      const everywhere = tokens.pages.map((page) => personAt(page, anna.accessToken))
      const replies = await Promise.all(
        lines.map((content, index) => (everywhere[index % 2] ?? anna).order(messagesOf(id), { content })),
      )
      expect(replies.map(({ status }) => status)).to.deep.equal(lines.map(() => 201))
      const messages = await readMessages(anna, id, 5)
      expect(messages).to.have.lengthOf(2 * lines.length)
      for (let at = 0; at < messages.length; at += 2) {
        const [question, answer] = messages.slice(at, at + 2)
        expect([question?.role, answer?.role]).to.deep.equal(['user', 'assistant'])
        expect(answer?.content).to.equal(question?.content)
      }
      expect(new Set(messages.map(({ content }) => content))).to.deep.equal(new Set(lines))
    })
  })

  describe('the list of conversations', () => {
    it('has titles of 1 to 200 characters', async () => {
      const { id } = await openConversation(anna, 'poet')
      const rename = (title: unknown): Promise<Reply> => anna.call('PATCH', `${CONVERSATIONS}/${id}`, { title })
      for (const title of ['x', 'x'.repeat(200), '\u{1F680}'.repeat(200)]) {
        expect(bodyOf<Conversation>(await rename(title), 200).title).to.equal(title)
      }
      for (const title of ['', 'x'.repeat(201), '\u{1F680}'.repeat(201), null, undefined, 7]) {
        expect(refusal(await rename(title))).to.equal('422 body.title')
      }
      const named = { catalog_slug: 'poet', title: 'My own' }
      expect(bodyOf<Conversation>(await anna.call('POST', CONVERSATIONS, named), 201).title).to.equal('My own')
      const empty = await anna.call('POST', CONVERSATIONS, { catalog_slug: 'poet', title: '' })
      expect(refusal(empty)).to.equal('422 body.title')
    })

    it('has the most recently active first, page by page', async () => {
      const boris = await tokens.customer(10)
      const opened: string[] = []
      for (let count = 0; count < 5; count += 1) opened.push((await openConversation(boris, 'poet')).id)
      const [first = ''] = opened
      bodyOf(await boris.order(messagesOf(first), { content: 'again' }), 201)
      const page = async (query: string) =>
        bodyOf<{ data: Conversation[]; total: number; limit: number; offset: number }>(
          await boris.get(`${CONVERSATIONS}?${query}`),
          200,
        )
      const order = [first, ...opened.slice(1).toReversed()]
      const ids = async (query: string) => (await page(query)).data.map(({ id }) => id)
      expect(await ids('')).to.deep.equal(order)
      expect([
        ...(await ids('limit=2')),
        ...(await ids('limit=2&offset=2')),
        ...(await ids('limit=2&offset=4')),
      ]).to.deep.equal(order)
      expect(await page('limit=2&offset=100')).to.deep.equal({ data: [], total: 5, limit: 2, offset: 100 })
      for (const query of ['limit=0', 'limit=201', 'offset=-1', 'limit=x', 'archived=perhaps']) {
        expect((await boris.get(`${CONVERSATIONS}?${query}`)).status, query).to.equal(422)
      }
    })

    it('finds no conversation by a malformed or unknown id', async () => {
      const routes = [
        ['GET', ''],
        ['PATCH', ''],
        ['POST', '/archive'],
        ['POST', '/unarchive'],
        ['GET', '/messages'],
        ['POST', `/messages/${randomUUID()}/poll`],
      ] as const
      for (const [method, path] of routes) {
        const ask = (id: string): Promise<Reply> =>
          anna.call(method, `${CONVERSATIONS}/${id}${path}`, method === 'PATCH' ? { title: 'x' } : undefined)
        expect(refusal(await ask(randomUUID())), path).to.equal('404 not_found')
        expect(refusal(await ask('nonsense')), path).to.equal('422 path.conversation_id')
      }
      const { id } = await openConversation(anna, 'poet')
      expect(refusal(await anna.call('POST', `${messagesOf(id)}/${randomUUID()}/poll`))).to.equal('404 not_found')
      expect(refusal(await anna.call('POST', `${messagesOf(id)}/nonsense/poll`))).to.equal('422 path.message_id')
      expect(refusal(await anna.get('/v1/me/video-generations/nonsense'))).to.equal('422 path.id')
      expect(refusal(await anna.get(`/v1/me/video-generations/${randomUUID()}`))).to.equal('404 not_found')
    })

    it('answers a poll of a finished message with that message', async () => {
      const { id } = await openConversation(anna, 'poet')
      const turn = bodyOf<ConversationTurn>(await say(id, { content: 'hello' }), 201)
      for (const message of [turn.user_message, turn.assistant_message]) {
        const polled = await anna.call('POST', `${messagesOf(id)}/${message.id}/poll`)
        expect(bodyOf(polled, 200)).to.deep.equal(message)
      }
    })
  })

  describe('how many there may be', () => {
    it('is kept to, whichever instances are asked at once', async () => {
      const full = await tokens.customer(5)
      const elsewhere = personAt(tokens.pages[1], full.accessToken)
      const { id } = await openConversation(full, 'poet')
      await sql`
        insert into conversations
        select gen_random_uuid(), user_id, catalog_slug, model, kind, title, archived_at, created_at, updated_at
          from conversations, generate_series(1, 9996) where id = ${id}`.execute(tokens.world.database!.db)
      const open = (person: Person): Promise<Reply> => person.call('POST', CONVERSATIONS, { catalog_slug: 'poet' })
      const opened = await Promise.all([full, elsewhere, full, elsewhere, full, elsewhere].map(open))
      expect(opened.map(({ status }) => status).toSorted((one, other) => one - other)).to.deep.equal([
        201, 201, 201, 422, 422, 422,
      ])
      const refused = opened.find(({ status }) => status === 422)
      expect(refused?.body).to.have.nested.property('detail[0].type', 'too_many_conversations')
      expect((await full.call('DELETE', `${CONVERSATIONS}/${id}`)).status).to.equal(204)
      expect((await open(full)).status, 'one that is deleted makes room').to.equal(201)
    })
  })

  describe('the gallery, read while images are being generated', () => {
    it('shows each earlier image once, newest first, and no later one among them', async () => {
      const boris = await tokens.customer(400)
      const elsewhere = personAt(tokens.pages[1], boris.accessToken)
      const make = async (prompt: string): Promise<void> => {
        bodyOf(await elsewhere.order('/v1/me/generations', { task: 'image', prompt }), 201)
      }
      for (let count = 0; count < 17; count += 1) await make(`before ${count}`)
      const read: GalleryItem[] = []
      let cursor: string | null = null
      let made = 0
      do {
        // One is finished before each page is read, two more are on their way.
        const during = [make(`during ${(made += 1)}`), make(`during ${(made += 1)}`), make(`during ${(made += 1)}`)]
        await Promise.race(during)
        const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: GalleryPage = bodyOf(await boris.get(`/v1/me/gallery?limit=5${query}`), 200)
        read.push(...page.data)
        cursor = page.next_cursor
        await Promise.all(during)
      } while (cursor !== null)

      const ids = read.map(({ message_id: id }) => id)
      expect(new Set(ids)).to.have.property('size', ids.length)
      const before = read.filter(({ prompt }) => prompt.startsWith('before')).map(({ prompt }) => prompt)
      expect(before).to.deep.equal(Array.from({ length: 17 }, (_, index) => `before ${16 - index}`))
      const all = await readGallery(boris)
      expect(all).to.have.lengthOf(17 + made)
      const places = ids.map((id) => all.findIndex(({ message_id: other }) => other === id))
      expect(places).to.deep.equal(places.toSorted((one, other) => one - other))
      expect(ids.length - before.length, 'the first page alone shows later ones').to.be.within(1, 3)
    })

    it('has a working address for each image', async () => {
      const { message_id: id } = await generate('the newest')
      const [newest] = await readGallery(anna, 'limit=1')
      expect(newest).to.include({ message_id: id, prompt: 'the newest', kind: 'image' })
      const [page] = tokens.pages
      expect((await page.file(pathOf(newest?.url ?? ''))).status).to.equal(200)
    })
  })
})
